import type { ImportField } from '../../../contract/import.ts';

/** Pure rules that recognize the rows of a report that aren't customers. */

const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const endPatterns: readonly RegExp[] = [
  /^(?:grand |report |sub ?)?totals?\b/i,
  /^(?:number|count) of (?:customers|clients|contacts|records|rows)\b/i,
  /^\d+ (?:customers?|clients?|contacts?|records?|rows?|items?)\b/i,
  /^(?:page|p\.) ?\d+(?: ?(?:of|\/) ?\d+)?$/i,
  /^(?:printed|generated|exported|created|run|prepared|report (?:date|generated|run))(?: (?:on|by|at|from))?\b/i,
  /^(?:accrual|cash) basis\b/i,
  /^(?:end of (?:report|list|file)|\*+ ?end)\b/i,
  new RegExp(
    `^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:${months})[a-z]*\\.? \\d{1,2},? \\d{4}\\b`,
    'i',
  ),
  /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?: .*)?$/,
  /^\d{4}-\d\d-\d\d(?:[T ].*)?$/,
  /^(?:©|\(c\)|copyright)/i,
];

/**
 * Returns why a row of the file isn't a customer: the end of a report, or the column names again. Null when it may be
 * one. A row with an email is always a customer.
 */
export function leftOutOf(
  cells: readonly string[],
  fields: readonly (ImportField | null)[],
  header: readonly string[] | null,
): string | null {
  const texts = cells.map((cell) => cell.trim());
  if (texts.some((text) => text.includes('@'))) return null;
  const isHeader =
    header !== null && texts.some(Boolean) && texts.every((text, at) => text === (header[at] ?? '').trim());
  if (isHeader) return 'This row is left out: it repeats the column names.';
  const first = texts.find((text) => text !== '') ?? '';
  const needed: readonly (ImportField | null)[] = ['phone', 'address', 'street'];
  const hasContact = fields.some(
    (field, at) => needed.includes(field) && /\p{L}|\d{7}/u.test(texts[at] ?? '') && texts[at] !== first,
  );
  if (hasContact || !endPatterns.some((pattern) => pattern.test(first))) return null;
  return 'This row is left out: it looks like the end of a report.';
}
