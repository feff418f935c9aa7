/** A field that a spreadsheet could take for a formula begins with an apostrophe. Amounts stay numbers. */
export function safeField(field: string): string {
  if (/^-?\d+\.\d\d$/.test(field)) return field;
  // The last four are the wide forms of the first four, which some spreadsheets read as these.
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(field) ? `'${field}` : field;
}

/** Quotes a safe field by RFC 4180. */
export function csvField(field: string): string {
  const safe = safeField(field);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
