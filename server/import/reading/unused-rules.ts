import type { ImportField, ImportRemark } from '../../../contract/import.ts';
import { normalizePhone } from '../../../contract/values/phone.ts';
import { addressFieldOf, addressGroupOf, isAboutOthers, isFurtherLine } from './column-rules.ts';
import { readEmails, readPhones } from './contact-rules.ts';
import { cleanText, excerpt, isBlank } from './csv-rules.ts';

/** Pure rules about values that would reach or find a customer, in columns that aren't imported. */

/** Most characters of a value in a remark. */
const mostShown = 100;

/**
 * Returns a remark on each value of a row that reaches or finds the customer and isn't imported: a second phone number
 * or email, a third line of the address. `names` are those of the columns, empty without a header.
 */
export function remarksOnUnused(
  cells: readonly string[],
  fields: readonly (ImportField | null)[],
  names: readonly string[],
): ImportRemark[] {
  const used = fields.flatMap((field, at) => (field === null ? [] : [keyOf(cells[at] ?? '')]));
  const phone = normalizePhone(readPhones(cleanText(cells[fields.indexOf('phone')] ?? '')).value);
  const group = groupOf(fields, names);
  return fields.flatMap((field, at) => {
    const name = cleanText(names[at] ?? '');
    const value = cleanText(cells[at] ?? '');
    if (field !== null || isBlank(value) || used.includes(keyOf(value)) || isAboutOthers(name)) return [];
    const isLine = group !== null && isLineOf(name, group);
    if (!isLine && !isOtherPhone(value, phone) && !isEmail(value)) return [];
    const column = name === '' ? `column ${at + 1}` : `"${excerpt(name, mostShown)}"`;
    return [{ field: null, text: `Not imported from ${column}: ${excerpt(value, mostShown)}.` }];
  });
}

/** Longer than any list of phone numbers. Longer texts are notes, and reading them takes time. */
const longest = 200;

function isOtherPhone(value: string, phone: string | null): boolean {
  if (value.length > longest || !/\d{3}.*\d{4}/.test(value)) return false;
  const own = normalizePhone(readPhones(value).value);
  return own !== null && own !== phone;
}

function isEmail(value: string): boolean {
  return value.length <= longest && value.includes('@') && /^\S+@\S+\.\S+$/.test(readEmails(value).value);
}

const keyOf = (text: string) => cleanText(text).toLowerCase();

/** Returns which of several addresses the imported one is; null without an address or a header. */
function groupOf(fields: readonly (ImportField | null)[], names: readonly string[]): string | null {
  const at = fields.findIndex((field) => field === 'street' || field === 'address');
  const name = names[at];
  return name === undefined ? null : addressGroupOf(name);
}

/** Returns true if a column holds a further line of the same address. */
function isLineOf(name: string, group: string): boolean {
  if (addressGroupOf(name) !== group) return false;
  return isFurtherLine(name) || ['unit', 'houseNumber'].includes(addressFieldOf(name) ?? '');
}
