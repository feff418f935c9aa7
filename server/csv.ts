import { stringify } from 'csv-stringify/sync';

/** A cell value as the database returns it. Instants become ISO 8601. */
export type Cell = string | number | boolean | Date | null;

/** Tells Excel that the text is UTF-8. Other readers skip it. */
export const byteOrderMark = '\uFEFF';

/** Writes rows as CSV (RFC 4180). No cell can run as a formula in a spreadsheet. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => safeField(textOf(cell))));
  // Without this pattern, only a complete CR LF would be quoted, not a single CR or LF. Where the comma is the decimal
  // sign, spreadsheets split lines at semicolons, and some at tabs.
  return stringify(cells, { record_delimiter: 'windows', quoted_match: /[\r\n;\t]/ });
}

function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

/** Puts an apostrophe before a field that a spreadsheet could take for a formula. Amounts stay numbers. */
function safeField(field: string): string {
  if (/^-?\d+(\.\d+)?$/.test(field)) return field;
  // The last four are the full-width forms of the first four. Some spreadsheets read both alike.
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(field) ? `'${field}` : field;
}
