/** Quotes a field by RFC 4180, and one that a spreadsheet could take for a formula. Amounts stay numbers. */
export function csvField(field: string): string {
  if (/^-?\d+\.\d\d$/.test(field)) return field;
  const safe = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
