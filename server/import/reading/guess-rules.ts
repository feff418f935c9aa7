import type { ImportField } from '../../../contract/import.ts';
import { normalizePhone } from '../../../contract/values/phone.ts';
import { isBlank } from './csv-rules.ts';
import { readDate, readDays, readPackage, readTime } from './value-rules.ts';

/** Pure rules that guess the fields of columns from names and first values. The admin can change the guess. */

/**
 * Ordered from the most specific name to the least: "Email address" isn't an address, and "Start time" isn't a start
 * date.
 */
const namePatterns: readonly [ImportField, RegExp][] = [
  ['email', /\be ?mail/],
  ['username', /\b(?:user ?name|user ?id|login)\b/],
  ['phone', /\b(?:phone|mobile|cell|tel|telephone)\b/],
  ['firstName', /\b(?:first|given|f) ?name\b|^first$/],
  ['lastName', /\b(?:last|family|sur|l) ?name\b|^last$/],
  ['zip', /\b(?:zip|postal|postcode)\b/],
  ['note', /\b(?:notes?|comments?|remarks?|instructions?)\b/],
  ['extras', /\b(?:extras?|add ?ons?|options?)\b/],
  ['startDate', /\b(?:start|starts|started|begin|since)\b(?!.*time)/],
  ['time', /\b(?:time|window|slot)\b/],
  ['days', /\b(?:days?|weekdays?)\b/],
  ['city', /\b(?:city|town)\b/],
  ['state', /\b(?:state|province)\b|^st$/],
  ['street', /\bstreet\b/],
  ['address', /\b(?:address|addr|location)\b/],
  ['package', /\b(?:package|plan|tier|service level|subscription|service)\b/],
  ['name', /\b(?:name|customer|client|resident)\b/],
];

/** The share of a column's values that must match a field's pattern. */
const mostlyShare = 0.6;

const isEmail = (text: string) => /^[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}$/i.test(text);
const isPhone = (text: string) => /\d{3}.*\d{4}/.test(text) && normalizePhone(text) !== null;
const isKnown = (value: unknown) => value !== undefined && value !== null;

const valuePatterns: readonly [ImportField, (text: string) => boolean][] = [
  ['email', isEmail],
  ['phone', isPhone],
  ['zip', (text) => /^\d{5}(?:-\d{4})?$/.test(text)],
  ['package', (text) => /[a-z]/i.test(text) && isKnown(readPackage(text))],
  ['days', (text) => text.length > 2 && (readDays(text)?.length ?? 0) > 0],
  ['time', (text) => /[a-z]/i.test(text) && isKnown(readTime(text))],
  ['startDate', (text) => /\D/.test(text) && isKnown(readDate(text))],
  ['state', (text) => /^(?:pa|nj|de|pennsylvania|new jersey|delaware)$/i.test(text)],
  ['address', (text) => /^\d+\w?\s+\S+\s+\S+/.test(text)],
  ['name', (text) => /^[\p{L}'’.-]+,? [\p{L}'’. -]+$/u.test(text)],
];

/** Guesses each column's field from its name, then from its values. No field is guessed twice. */
export function guessFields(
  columns: readonly { name: string | null; values: readonly string[] }[],
): (ImportField | null)[] {
  const fields: (ImportField | null)[] = columns.map(() => null);
  const used = new Set<ImportField>();
  const take = (at: number, field: ImportField) => {
    if (at < 0 || used.has(field) || fields[at]) return;
    fields[at] = field;
    used.add(field);
  };
  for (const [field, pattern] of namePatterns) {
    const isNamed = (name: string | null) => name !== null && pattern.test(plainName(name));
    const at = columns.findIndex(({ name }, index) => !fields[index] && isNamed(name));
    take(at, field);
  }
  for (const [field, holds] of valuePatterns) {
    if (used.has(field) || (field === 'name' && used.has('lastName')) || (field === 'address' && used.has('street')))
      continue;
    take(
      columns.findIndex(({ values }, at) => !fields[at] && mostly(values, holds)),
      field,
    );
  }
  return fields;
}

/** Normalizes a column's name: "E-Mail_Address" → "e mail address", "firstName" → "first name". */
function plainName(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function mostly(values: readonly string[], holds: (text: string) => boolean): boolean {
  const known = values.map((value) => value.trim()).filter((value) => !isBlank(value));
  return known.length > 0 && known.filter(holds).length >= known.length * mostlyShare;
}

/** Returns true if the first row names the columns: no value is an email or a phone number, or begins with a digit. */
export function hasHeaderRow(first: readonly string[]): boolean {
  return !first.some((cell) => isEmail(cell.trim()) || isPhone(cell.trim()) || /^\d/.test(cell.trim()));
}
