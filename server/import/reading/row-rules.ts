import type { ImportField, ImportRemark } from '../../../contract/import.ts';
import { Email, FirstName, LastName, Phone, Username } from '../../../contract/values/account-fields.ts';
import { type PackageType, type Plan, planOf, plans } from '../../../contract/values/prices.ts';
import { Address } from '../../../contract/values/shapes.ts';
import type { Weekday } from '../../../contract/values/time/dates.ts';
import { daysText, serviceDaysOf } from '../../../contract/values/time/service-days.ts';
import { zipOf } from '../../addresses/geocode-rules.ts';
import { type AddressParts, joinAddress, splitAddress } from './address-rules.ts';
import { splitArea } from './area-rules.ts';
import { type Contact, readEmails, readFirst, readPhones } from './contact-rules.ts';
import { cleanText, excerpt, isBlank, unguarded } from './csv-rules.ts';
import {
  extraNames,
  hasExtra,
  type PreferredTime,
  readDate,
  readDays,
  readExtras,
  readPackage,
  readTime,
  readZip,
  splitName,
} from './value-rules.ts';

/** Pure rules that interpret a row of the file. The check finds duplicates and taken usernames. */

export interface PlanValues {
  packageType: PackageType;
  /** Null when the package fixes the days, or when the customer still has to choose one. */
  preferredDay: Weekday | null;
  preferredTime: PreferredTime | null;
  startDate: string | null;
}

export interface RowValues {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  username: string | null;
  plan: PlanValues | null;
  note: string | null;
}

export interface ReadRow {
  /** The values that the screen shows: as parsed, or the text of the file when it couldn't be parsed. */
  shown: { name: string; email: string; phone: string; address: string; parts: AddressParts; plan: string | null };
  /** Null when the row can't be imported; `problems` says why. */
  values: RowValues | null;
  problems: ImportRemark[];
  remarks: ImportRemark[];
}

/** Characters read of each cell: more than any value may have, so that no cell takes long to read. */
const mostRead = 2_000;
/** The longest note that a customer's page accepts, in characters. */
const maxNote = 1000;

/** Reads one row. Every row has either values or at least one problem. */
export function readRow(cells: readonly string[], fields: readonly (ImportField | null)[]): ReadRow {
  const problems: ImportRemark[] = [];
  const remarks: ImportRemark[] = [];
  const refuse = (field: ImportField | null, text: string) => void problems.push({ field, text });
  const remark = (field: ImportField | null, text: string) => void remarks.push({ field, text });
  const cell = (field: ImportField) => {
    const at = fields.indexOf(field);
    const text = at < 0 ? '' : excerpt(cells[at] ?? '', mostRead);
    return unguarded(cleanText(isAddressField(field) ? text.replace(/\s*[\r\n]+\s*/g, ', ') : text));
  };
  if (cells.slice(fields.length).some((extra) => extra.trim() !== '')) {
    refuse(null, `This row has ${cells.length} columns instead of ${fields.length}. Look for a comma without quotes.`);
  }
  if (cells.some((text) => text.includes('\uFFFD'))) {
    remark(null, 'A letter of this row couldn\'t be read. It shows as "\uFFFD".');
  }
  const person = readPerson(cell, refuse, remark);
  const { address, parts } = readAddress(cell, fields, { refuse, remark, person });
  if (address !== '' && zipOf(address) === null) {
    remarks.push({ field: addressField(fields), text: "We couldn't find a ZIP code in the address." });
  }
  const plan = readPlan(cell, refuse, remark);
  const note = isBlank(cell('note')) ? null : cell('note');
  if (note && note.length > maxNote) refuse('note', `The note is longer than ${maxNote} characters.`);
  return {
    shown: {
      name: `${person.firstName} ${person.lastName}`.trim(),
      ...{ email: person.email, phone: person.phone, address, parts, plan: plan && planText(plan) },
    },
    values: problems.length > 0 ? null : { ...person, address, plan, note },
    problems,
    remarks,
  };
}

type Cell = (field: ImportField) => string;
type Refuse = (field: ImportField | null, text: string) => void;

/**
 * Parses a text with a schema. If the schema refuses it, returns the text as typed and adds the schema's message as a
 * problem.
 */
function checked(
  schema: {
    safeParse(
      text: string,
    ): { success: true; data: string } | { success: false; error: { issues: { message: string }[] } };
  },
  text: string,
  field: ImportField,
  refuse: Refuse,
): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  refuse(field, parsed.error.issues[0]?.message ?? 'Please check this value.');
  return text;
}

function readPerson(cell: Cell, refuse: Refuse, remark: Refuse): Omit<RowValues, 'address' | 'plan' | 'note'> {
  const text = (field: ImportField) => (isBlank(cell(field)) ? '' : cell(field));
  const one = (field: ImportField, what: string, { value, rest }: Contact) => {
    if (rest.length > 0) remark(field, `Left out of the ${what}: ${excerpt(rest.join(', '), 200)}.`);
    return value;
  };
  const name = one('name', 'name', readFirst(text('name')));
  const whole = splitName(name);
  const firstName = text('firstName') || whole.firstName;
  const lastName = text('lastName') || whole.lastName;
  if (name !== '' && !isSameName(name, `${firstName} ${lastName}`)) {
    remark('name', `"${excerpt(name, 100)}" is left out. The first and last name are used.`);
  }
  const email = one('email', 'email', readEmails(text('email')));
  const phone = one('phone', 'phone number', readPhones(text('phone')));
  if (email === '') refuse('email', 'Email is required');
  return {
    firstName: checked(FirstName, firstName, 'firstName', refuse),
    lastName: checked(LastName, lastName, 'lastName', refuse),
    email: email === '' ? '' : checked(Email, email, 'email', refuse),
    phone: checked(Phone, phone, 'phone', refuse),
    username: text('username') === '' ? null : checked(Username, text('username'), 'username', refuse),
  };
}

/** Returns true if two names have the same words in any order: "Walker, Dana" and "Dana Walker". */
function isSameName(one: string, other: string): boolean {
  const key = (name: string) => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
  return key(one) === key(other);
}

const isAddressField = (field: ImportField) => ['address', 'street', 'unit', 'city'].includes(field);

function addressField(fields: readonly (ImportField | null)[]): ImportField {
  return fields.includes('address') ? 'address' : 'street';
}

/** Returns the address in one line, from all its columns, and its parts. */
function readAddress(
  cell: Cell,
  fields: readonly (ImportField | null)[],
  { refuse, remark, person }: { refuse: Refuse; remark: Refuse; person: Pick<RowValues, 'firstName' | 'lastName'> },
): { address: string; parts: AddressParts } {
  const name = `${person.firstName} ${person.lastName}`;
  const [street = '', other] = [cell('address'), streetOf(cell)]
    .filter((text) => !isBlank(text))
    .map((text) => withoutName(text, name));
  if (other && !street.toLowerCase().includes(other.toLowerCase())) {
    remark('street', `The street "${excerpt(other, 100)}" is left out. The address in one column is used.`);
  }
  const area = splitArea({ city: cell('city'), state: cell('state'), zip: cell('zip') }, remark);
  const zip = readZip(area.zip);
  if (zip === undefined) refuse('zip', `"${excerpt(area.zip, 40)}" isn't a ZIP code.`);
  const given = { street, unit: cell('unit'), city: area.city, state: area.state, zip: zip ?? '' };
  const address = checked(Address, joinAddress(given, remark), addressField(fields), refuse);
  return { address, parts: splitAddress(address, given) };
}

/** Returns the street with the house number of a column of its own. */
function streetOf(cell: Cell): string {
  const [number, street] = [cell('houseNumber'), cell('street')];
  if (isBlank(number) || street.toLowerCase().startsWith(`${number.toLowerCase()} `)) return street;
  return `${number} ${street}`.trim();
}

/** Removes the customer's name from the first line of an address, as on an envelope. */
function withoutName(address: string, name: string): string {
  const [first = '', ...rest] = address.split(', ');
  return rest.length > 0 && isSameName(first, name) ? rest.join(', ') : address;
}

const packageList = plans
  .map((plan) => plan.name)
  .join(', ')
  .replace(/, ([^,]*)$/, ' or $1');

function readPlan(cell: Cell, refuse: Refuse, remark: Refuse): PlanValues | null {
  const packageType = readPackage(cell('package'));
  const rest = (['extras', 'days', 'time', 'startDate'] as const).filter((field) => !isBlank(cell(field)));
  if (packageType === undefined) {
    refuse('package', `We don't have a package called "${excerpt(cell('package'), 40)}". Use ${packageList}.`);
    return null;
  }
  if (packageType === null) {
    for (const field of rest) {
      remark(field, `Without a package there is no plan, so "${excerpt(cell(field), 40)}" is left out.`);
    }
    return null;
  }
  const plan = planOf(packageType);
  requireExtras(plan, cell('extras'), refuse);
  return {
    packageType,
    preferredDay: readDay(plan, cell('days'), refuse),
    preferredTime: readOr(
      readTime(cell('time')),
      'time',
      'Preferred time must be morning, afternoon or evening.',
      refuse,
    ),
    startDate: readOr(readDate(cell('startDate')), 'startDate', 'Please write the start date as 12/1/2026.', refuse),
  };
}

function readOr<T>(value: T | null | undefined, field: ImportField, text: string, refuse: Refuse): T | null {
  if (value === undefined) refuse(field, text);
  return value ?? null;
}

function requireExtras(plan: Plan, text: string, refuse: Refuse): void {
  const extras = readExtras(text);
  if (!extras) {
    refuse('extras', `We don't know the extra "${excerpt(text, 40)}". Use ${Object.values(extraNames).join(', ')}.`);
    return;
  }
  const missing = extras.find((extra) => !hasExtra(plan, extra));
  if (!missing) return;
  const others = plans.filter((other) => extras.every((extra) => hasExtra(other, extra))).map((other) => other.name);
  refuse('extras', `${plan.name} doesn't include ${extraNames[missing]}. Packages that do: ${others.join(', ')}.`);
}

/** Returns the preferred day of a package that lets the customer choose; null for packages with fixed days. */
function readDay(plan: Plan, text: string, refuse: Refuse): Weekday | null {
  const days = readDays(text);
  const { fixedDays } = plan;
  if (!days) refuse('days', `"${excerpt(text, 40)}" isn't a day of the week. Use a day such as Monday.`);
  else if (fixedDays && !days.every((day) => fixedDays.includes(day))) {
    refuse('days', `${plan.name} is always on ${daysText(fixedDays)}.`);
  } else if (!fixedDays && days.length > 1) {
    refuse('days', `${plan.name} has one day a week. Please choose one of ${daysText(days)}.`);
  }
  return fixedDays || !days ? null : (days[0] ?? null);
}

/** Describes a plan: "Basic Package on Friday, morning, from 2026-12-01". */
export function planText({ packageType, preferredDay, preferredTime, startDate }: PlanValues): string {
  const plan = planOf(packageType);
  const days = plan.fixedDays || preferredDay ? ` on ${daysText(serviceDaysOf(plan, preferredDay ?? 'monday'))}` : '';
  return [`${plan.name}${days}`, preferredTime, startDate && `from ${startDate}`].filter(Boolean).join(', ');
}
