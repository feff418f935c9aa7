import * as z from 'zod/mini';

const fiveDigits = 'Please enter a ZIP code of five digits';

/** A ZIP code that a person typed, with or without the four digits of ZIP+4. */
export const ZipCode = z.string({ error: fiveDigits }).check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, fiveDigits));

/**
 * Returns the ZIP code of an address: the last standalone group of five digits, but never the house number at the
 * beginning (AREA-3). Null without one. server/database/zip-of-address.ts has the same rule in SQL.
 */
export function zipCodeOf(address: string): string | null {
  return /^.+(?<![\p{L}\p{N}_])(\d{5})(?![\p{L}\p{N}_])/su.exec(address.trim())?.[1] ?? null;
}
