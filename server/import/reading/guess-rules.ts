import { type ImportField, maxImportColumns } from '../../../contract/import.ts';
import { normalizePhone } from '../../../contract/values/phone.ts';
import {
  type AddressField,
  addressFieldOf,
  addressGroupOf,
  envelopeOf,
  fieldNames,
  groupRank,
  isAboutOthers,
  isFurtherLine,
  plainName,
} from './column-rules.ts';
import { readPhones } from './contact-rules.ts';
import { isBlank, plainDashes } from './csv-rules.ts';
import { isState } from './state-rules.ts';
import { readDate, readDays, readPackage, readTime } from './value-rules.ts';

/** Pure rules that guess the fields of columns from names and first values. The admin can change the guess. */

export interface GuessedColumn {
  name: string | null;
  values: readonly string[];
}

/** The share of a column's values that must match a field's pattern. */
const mostlyShare = 0.6;

const isEmail = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i.test(text);
const isPhone = (text: string) => /\d{3}.*\d{4}/.test(text) && normalizePhone(plainDashes(text)) !== null;
const isPhones = (text: string) => /\d{3}.*\d{4}/.test(text) && normalizePhone(readPhones(text).value) !== null;
const isStreet = (text: string) => /^\d+\w?\s+\S+\s+\S+/.test(text);
const isKnown = (value: unknown) => value !== undefined && value !== null;

const valuePatterns: readonly [ImportField, (text: string) => boolean][] = [
  ['email', isEmail],
  ['phone', isPhones],
  ['zip', (text) => /^\d{5}(?:-\d{4})?$/.test(text)],
  ['package', (text) => /[a-z]/i.test(text) && isKnown(readPackage(text))],
  ['days', (text) => text.length > 2 && (readDays(text)?.length ?? 0) > 0],
  ['time', (text) => /[a-z]/i.test(text) && isKnown(readTime(text))],
  ['startDate', (text) => /\D/.test(text) && isKnown(readDate(text))],
  ['state', isState],
  ['address', isStreet],
  [
    'unit',
    (text) => /^(?:apt|apartment|unit|suite|ste|rm|room|lot|floor|fl|#)\b\.? ?#?\w{1,5}$|^#\w{1,5}$/i.test(text),
  ],
  ['name', (text) => /^[\p{L}'’.-]+,? [\p{L}'’. -]+$/u.test(text)],
];

/** Dates and times are of many things, so they say nothing in a column with a name of its own. */
const guessedUnnamed: ReadonlySet<ImportField> = new Set(['startDate', 'time']);

/** Guesses each column's field from its name, then from its values. No field is guessed twice. */
export function guessFields(columns: readonly GuessedColumn[]): (ImportField | null)[] {
  const fields: (ImportField | null)[] = columns.map(() => null);
  const take = (at: number, field: ImportField) => {
    if (at >= 0 && !fields.includes(field) && !fields[at]) fields[at] = field;
  };
  for (const [at, field] of guessAddress(columns)) take(at, field);
  for (const isFilled of [true, false]) {
    for (const [field, pattern] of fieldNames) {
      if (!fields.includes(field)) take(named(columns, fields, { pattern, isFilled }), field);
    }
  }
  guessFromValues(columns, fields, take);
  return fields;
}

/** Returns the first free column with such a name that has values, or has none; -1 if there is none. */
function named(
  columns: readonly GuessedColumn[],
  fields: readonly (ImportField | null)[],
  { pattern, isFilled }: { pattern: RegExp; isFilled: boolean },
): number {
  return columns.findIndex((column, at) => {
    const isWanted = !fields[at] && hasValues(column) === isFilled && isOfPerson(column.name);
    return isWanted && column.name !== null && pattern.test(plainName(column.name));
  });
}

/** Returns true if a column's name doesn't say that it holds an address, or none of our fields. */
function isOfPerson(name: string | null): boolean {
  return name === null || (!isAboutOthers(name) && addressFieldOf(name) === null && !isFurtherLine(name));
}

const hasValues = (column: GuessedColumn) => column.values.some((value) => !isBlank(value));

/**
 * Guesses the columns of one address. When a file has several, takes the one where we work: service columns before
 * others, and billing columns only when there is nothing else.
 */
function guessAddress(columns: readonly GuessedColumn[]): [number, AddressField][] {
  const found = columns.flatMap(({ name, values }, at) => {
    const field = name === null ? null : addressFieldOf(name);
    return field === null || name === null
      ? []
      : [{ at, field, group: addressGroupOf(name), isFilled: hasValues({ name, values }) }];
  });
  const rank = ({ group, isFilled }: (typeof found)[number]) => groupRank(group) + (isFilled ? 0 : 100);
  const [start] = found
    .filter(({ field }) => field === 'street' || field === 'address')
    .sort((one, other) => rank(one) - rank(other) || one.at - other.at);
  const hasStreet = (group: string) =>
    found.some((column) => column.group === group && (column.field === 'street' || column.field === 'address'));
  const fits = found.filter(
    ({ group }) => group === start?.group || group === 'plain' || (group === 'service' && !hasStreet(group)),
  );
  const own = (field: AddressField) =>
    fits.find((column) => column.field === field && column.group === start?.group) ??
    fits.find((column) => column.field === field);
  const street = own('street');
  const hasParts = street?.group === start?.group && own('city') !== undefined;
  const parts = (['zip', 'unit', 'city', 'state'] as const).map(own);
  const lines = hasParts ? [street] : own('address')?.group === start?.group ? [own('address')] : [street];
  if (lines[0]?.field === 'street') lines.push(own('houseNumber'));
  const taken: [number, AddressField][] = [...lines, ...parts].flatMap((column) =>
    column ? [[column.at, column.field]] : [],
  );
  const envelope = guessEnvelope(columns);
  const isOnEnvelope = start === undefined || envelope.some(({ at }) => at === start.at);
  const hasArea = fits.some(({ field }) => field === 'city' || field === 'zip');
  return envelope.length > 0 && isOnEnvelope && !hasArea
    ? envelope.flatMap(({ at, field }) => (field === null ? [] : [[at, field]]))
    : taken;
}

/**
 * Guesses the lines of an address as on an envelope: name, street, perhaps a flat, and the city last. Returns all lines
 * of one envelope, without a field for those that are left out; empty without at least three lines.
 */
function guessEnvelope(columns: readonly GuessedColumn[]): { at: number; field: AddressField | null }[] {
  const lines = columns.flatMap(({ name, values }, at) => {
    const envelope = name === null ? null : envelopeOf(name);
    return envelope === null ? [] : [{ at, envelope, values: values.filter((value) => !isBlank(value)) }];
  });
  const most = Math.max(...lines.map(({ values }) => values.length));
  const envelopes = [...Map.groupBy(lines, ({ envelope }) => envelope).values()].filter(({ length }) => length > 2);
  // Programs leave the second address empty where it is the first one.
  const isUsed = (own: typeof lines) => own.some(({ values }) => values.length * 2 >= most);
  const rank = (own: typeof lines) => groupRank(addressGroupOf(own[0]?.envelope ?? '')) + (isUsed(own) ? 0 : 100);
  const [chosen = []] = envelopes.toSorted((one, other) => rank(one) - rank(other));
  const filled = most > 0 ? chosen.filter(({ values }) => values.length > 0) : chosen;
  const street = Math.max(
    filled.findIndex(({ values }) => mostly(values, isStreet)),
    0,
  );
  const [first, second, ...others] = filled.slice(street);
  const last = others.at(-1);
  const fieldOf = (line: (typeof lines)[number]) => {
    if (line === first) return 'street';
    if (line === second) return last ? 'unit' : 'city';
    return line === last ? 'city' : null;
  };
  return chosen.map((line) => ({ at: line.at, field: fieldOf(line) }));
}

function guessFromValues(
  columns: readonly GuessedColumn[],
  fields: readonly (ImportField | null)[],
  take: (at: number, field: ImportField) => void,
): void {
  for (const [field, holds] of valuePatterns) {
    const isDone =
      (field === 'name' && fields.includes('lastName')) || (field === 'address' && fields.includes('street'));
    if (isDone) continue;
    const isFree = ({ name }: GuessedColumn, at: number) =>
      !fields[at] && isOfPerson(name) && (name === null || !guessedUnnamed.has(field));
    take(
      columns.findIndex((column, at) => isFree(column, at) && mostly(column.values, holds)),
      field,
    );
  }
}

function mostly(values: readonly string[], holds: (text: string) => boolean): boolean {
  const known = values.map((value) => value.trim()).filter((value) => !isBlank(value));
  return known.length > 0 && known.filter(holds).length >= known.length * mostlyShare;
}

/** Returns true if a row can name the columns: no value is an email or a phone number, or begins with a number. */
export function hasHeaderRow(first: readonly string[]): boolean {
  return !first.some(
    (cell) => isEmail(cell.trim()) || isPhone(cell.trim()) || /^\d(?!\d*(?:st|nd|rd|th)\b)/i.test(cell.trim()),
  );
}

/**
 * Returns the index of the row that names the columns, among the first rows: the one with the most names that we know.
 * Reports have title rows above it. Returns null when no row names the columns.
 */
export function headerIndexOf(rows: readonly (readonly string[])[]): number | null {
  let best: { at: number; known: number } | null = null;
  for (const [at, cells] of rows.entries()) {
    if (!hasHeaderRow(cells)) continue;
    const names = cells.slice(0, maxImportColumns).map((name) => ({ name, values: [] }));
    const known = guessFields(names).filter((field) => field !== null).length;
    if (known >= 2 && known > (best?.known ?? 0)) best = { at, known };
  }
  if (best) return best.at;
  return rows[0] && hasHeaderRow(rows[0]) ? 0 : null;
}
