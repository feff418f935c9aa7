/** Pure rules that recognize files that aren't CSV, whatever their name says. */

const howToSave =
  'Open it in Excel, choose File, Save As, pick "CSV UTF-8 (Comma delimited)", and upload that file. In Numbers choose File, Export To, CSV; in Google Sheets File, Download, CSV.';
const exportAgain = 'Please export the list as CSV from the program that made it.';

/** The first bytes of other kinds of files, as hexadecimal digits. */
const kinds: readonly [string, string][] = [
  ['504b0304', `This is a spreadsheet or a ZIP file, not a CSV file. ${howToSave}`],
  ['504b0506', `This is a spreadsheet or a ZIP file, not a CSV file. ${howToSave}`],
  ['d0cf11e0', `This is an Excel workbook, not a CSV file. ${howToSave}`],
  ['25504446', `This is a PDF, not a CSV file. ${exportAgain}`],
  ['7b5c727466', `This is a text document, not a CSV file. ${exportAgain}`],
  ['1f8b', 'This file is compressed. Please unpack it, and upload the CSV file inside.'],
];

/** Programs save web pages and XML under the names of spreadsheets. */
const markup = /^\s*<(?:!doctype html|html|head|meta|table|\?xml)\b/i;

/** Returns why a file can't be CSV, and what to do, from its first bytes; null when it may be. */
export function otherKindOf(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200));
  const found = kinds.find(([digits]) => start.toString('hex').startsWith(digits));
  if (found) return found[1];
  return markup.test(new TextDecoder().decode(start))
    ? `This is a web page or an XML file, not a CSV file. ${howToSave}`
    : null;
}
