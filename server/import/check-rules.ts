import type { Role } from '../../contract/accounts.ts';
import type { ImportField, ImportRemark, ImportVerdict } from '../../contract/import.ts';
import { personName } from '../../contract/values/person-name.ts';
import { normalizePhone } from '../../contract/values/phone.ts';
import { zipCodeOf } from '../../contract/values/zip-code.ts';
import { addressKeyOf } from '../addresses/geocode-rules.ts';
import type { RowValues } from './reading/row-rules.ts';

/** Pure rules that decide the verdict on each row of a file, from the file and our data. */

export interface ReadBatchRow {
  number: number;
  /** Why the row isn't a customer: the file is a report with other lines. Null when it may be one. */
  leftOut: string | null;
  values: RowValues | null;
  problems: readonly ImportRemark[];
  remarks: readonly ImportRemark[];
  email: string;
  /** Identifies the row in other uploads (row-key.ts); null when it has problems. */
  key: string | null;
  addressKey: string;
}

export interface KnownMatch {
  id: string;
  role: Role;
  username: string;
  firstName: string | null;
  lastName: string | null;
  phone: string | null;
  address: string | null;
  emailVerified: boolean;
  /** Somebody has set a password, so the account isn't only an entry of the office. */
  hasPassword: boolean;
}

export interface CheckFacts {
  byEmail: ReadonlyMap<string, KnownMatch>;
  byPhone: ReadonlyMap<string, readonly KnownMatch[]>;
  byAddress: ReadonlyMap<string, readonly KnownMatch[]>;
  /** Taken usernames, in lower case. */
  takenNames: ReadonlySet<string>;
  /** The ids of customers with a live plan, or with an imported one that awaits consent. */
  planned: ReadonlyMap<string, 'live' | 'awaiting'>;
  /** Keys of rows that were imported before, with the day of the import in words. */
  imported: ReadonlyMap<string, string>;
  /** The ZIP codes that we serve; null if we serve all. */
  servedZips: ReadonlySet<string> | null;
}

export interface RowVerdict {
  verdict: ImportVerdict;
  problems: readonly ImportRemark[];
  remarks: readonly ImportRemark[];
  /** The customer that the row belongs to. */
  customerId: string | null;
}

/** The number of the first row of the file with each email, phone number, address, username and customer. */
interface Seen {
  emails: Map<string, number>;
  phones: Map<string, number>;
  addresses: Map<string, number>;
  usernames: Map<string, number>;
  customers: Map<string, number>;
}

/** Yields one verdict for each row, in order. A generator, so that the caller can pause between rows. */
export function* verdictsOf(rows: readonly ReadBatchRow[], facts: CheckFacts): Generator<RowVerdict, undefined> {
  const seen: Seen = {
    ...{ emails: new Map(), phones: new Map(), addresses: new Map() },
    ...{ usernames: new Map(), customers: new Map() },
  };
  for (const row of rows) yield verdictOf(row, facts, seen);
}

function verdictOf(row: ReadBatchRow, facts: CheckFacts, seen: Seen): RowVerdict {
  const { values, key } = row;
  const nobody = { remarks: row.remarks, customerId: null };
  if (row.leftOut)
    return { verdict: 'duplicate', remarks: [], customerId: null, problems: [{ field: null, text: row.leftOut }] };
  if (!values) return { ...nobody, verdict: 'error', problems: row.problems };
  const importedOn = facts.imported.get(key ?? '');
  if (importedOn) return { ...nobody, ...duplicate(null, `This row was imported on ${importedOn}.`) };
  const same = seen.emails.get(values.email);
  if (same !== undefined) return { ...nobody, ...duplicate('email', `Row ${same} has the same email.`) };
  seen.emails.set(values.email, row.number);

  const owner = facts.byEmail.get(values.email) ?? sameHousehold(row, values, facts);
  const verdict = owner ? ofKnown(row, values, owner, facts, seen) : ofNew(row, values, facts, seen);
  if (verdict.verdict === 'new') remember(row, values, seen);
  const isImported = verdict.verdict === 'new' || verdict.verdict === 'plan';
  return isImported ? { ...verdict, remarks: [...verdict.remarks, ...outsideOf(values, facts)] } : verdict;
}

/**
 * Returns a remark on an address outside the service areas. The import accepts the address, but the customer can't book
 * or pay for a plan there (AREA-2).
 */
function outsideOf({ address }: RowValues, { servedZips }: CheckFacts): ImportRemark[] {
  const zip = zipCodeOf(address);
  if (servedZips === null || zip === null || servedZips.has(zip)) return [];
  return [{ field: 'address', text: `${zip} isn't in your service areas.` }];
}

function duplicate(field: ImportField | null, text: string): Pick<RowVerdict, 'verdict' | 'problems'> {
  return { verdict: 'duplicate', problems: [{ field, text }] };
}

/** Finds a customer with the same phone number at the same address: the same customer with another email. */
function sameHousehold(row: ReadBatchRow, { phone }: RowValues, facts: CheckFacts): KnownMatch | undefined {
  return (facts.byAddress.get(row.addressKey) ?? []).find((person) => isSamePhone(person.phone, phone));
}

/** Decides about a row of an existing customer. Only a plan can be added, and only if the customer has none. */
function ofKnown(row: ReadBatchRow, values: RowValues, owner: KnownMatch, facts: CheckFacts, seen: Seen): RowVerdict {
  const known = { remarks: row.remarks, customerId: owner.role === 'customer' ? owner.id : null };
  if (owner.role !== 'customer') {
    return {
      ...known,
      verdict: 'error',
      problems: [{ field: 'email', text: 'This email belongs to a member of your staff.' }],
    };
  }
  const name = personName(owner);
  const other = seen.customers.get(owner.id);
  if (other !== undefined) return { ...known, ...duplicate(null, `Row ${other} is for the same customer, ${name}.`) };
  if (!values.plan)
    return { ...known, ...duplicate('email', `${name} is already a customer. There is nothing to add.`) };
  const has = facts.planned.get(owner.id);
  if (has === 'live') return { ...known, ...duplicate('package', `${name} already has a plan.`) };
  if (has === 'awaiting') {
    return { ...known, ...duplicate('package', `${name} has an imported plan that awaits consent.`) };
  }
  const differences = differencesOf(row, values, owner);
  if (isUnproven(owner)) {
    return { ...known, verdict: 'error', problems: [{ field: 'email', text: unprovenText(name) }, ...differences] };
  }
  seen.customers.set(owner.id, row.number);
  const text = `${name} is already a customer. Only the plan is added; the account doesn't change.`;
  const note = values.note ? [{ field: 'note', text: 'The note is left out.' } as const] : [];
  return {
    ...known,
    verdict: 'plan',
    problems: [],
    remarks: [...row.remarks, { field: null, text }, ...differences, ...note],
  };
}

/** Returns true if whoever set the account's password hasn't shown that the email is theirs. */
export function isUnproven({ emailVerified, hasPassword }: Pick<KnownMatch, 'emailVerified' | 'hasPassword'>): boolean {
  return hasPassword && !emailVerified;
}

const unprovenText = (name: string) =>
  `${name} has an account with this email, but hasn't verified it. The plan isn't added, because the account may be somebody else's.`;

/** Compares an account's phone number, however it was stored, with the row's, which has the common form. */
function isSamePhone(stored: string | null, phone: string): boolean {
  return stored !== null && (normalizePhone(stored) ?? stored) === phone;
}

/** Returns remarks on what an account says otherwise than the row: name, phone number, address. */
function differencesOf(row: ReadBatchRow, values: RowValues, owner: KnownMatch): ImportRemark[] {
  const remarks: ImportRemark[] = [];
  const name = [owner.firstName, owner.lastName].filter(Boolean).join(' ');
  const isSameName = name.toLowerCase() === `${values.firstName} ${values.lastName}`.toLowerCase();
  const add = (field: ImportField, what: string, own: string | null) =>
    remarks.push({ field, text: `The account has ${own ? `another ${what}: ${own}` : `no ${what}`}.` });
  if (!isSameName) add('name', 'name', name);
  if (!isSamePhone(owner.phone, values.phone)) add('phone', 'phone number', owner.phone);
  if (addressKeyOf(owner.address ?? '') !== row.addressKey) add('address', 'address', owner.address);
  if (!owner.emailVerified) remarks.push({ field: 'email', text: "The account's email isn't verified." });
  return remarks;
}

function ofNew(row: ReadBatchRow, values: RowValues, facts: CheckFacts, seen: Seen): RowVerdict {
  const username = values.username?.toLowerCase();
  if (username !== undefined) {
    const other = seen.usernames.get(username);
    const text = other !== undefined ? `Row ${other} has the same username.` : 'Username is already taken';
    if (other !== undefined || facts.takenNames.has(username)) {
      return { verdict: 'error', problems: [{ field: 'username', text }], remarks: row.remarks, customerId: null };
    }
  }
  const both = seen.phones.get(values.phone);
  if (both !== undefined && seen.addresses.get(row.addressKey) === both) {
    return {
      remarks: row.remarks,
      customerId: null,
      ...duplicate('phone', `Row ${both} has the same phone number and address.`),
    };
  }
  const remarks = [...row.remarks, ...similarIn(row, values, facts, seen)];
  return { verdict: 'new', problems: [], remarks, customerId: null };
}

/**
 * Returns remarks on a phone number or address that somebody else has too. The two may be one household, or one
 * customer listed twice; the admin decides.
 */
function similarIn(row: ReadBatchRow, values: RowValues, facts: CheckFacts, seen: Seen): ImportRemark[] {
  const remarks: ImportRemark[] = [];
  const add = (field: ImportField, what: string, inFile: number | undefined, known: KnownMatch | undefined) => {
    if (known) remarks.push({ field, text: `${personName(known)} has the same ${what}.` });
    else if (inFile !== undefined) remarks.push({ field, text: `Row ${inFile} has the same ${what}.` });
  };
  add('phone', 'phone number', seen.phones.get(values.phone), facts.byPhone.get(values.phone)?.[0]);
  add('address', 'address', seen.addresses.get(row.addressKey), facts.byAddress.get(row.addressKey)?.[0]);
  return remarks;
}

function remember(row: ReadBatchRow, values: RowValues, seen: Seen): void {
  if (!seen.phones.has(values.phone)) seen.phones.set(values.phone, row.number);
  if (!seen.addresses.has(row.addressKey)) seen.addresses.set(row.addressKey, row.number);
  if (values.username) seen.usernames.set(values.username.toLowerCase(), row.number);
}
