/** Money is whole cents in code and text with two decimals in the API ("45.00"), never a float (PRICE-10). */

/** Returns cents as text: 4500 → "45.00". Throws a RangeError unless `cents` is a whole number. */
export function centsToText(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`);
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Returns an amount in cents: "45", "45.00" or 45 → 4500; null for anything that numeric(10,2) can't store exactly. */
export function textToCents(amount: string | number): number | null {
  const match = /^(-?)(\d{1,8})(?:\.(\d{1,2}))?$/.exec(String(amount).trim());
  if (!match) return null;
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] && cents !== 0 ? -cents : cents;
}

/** Returns the cents of an amount that we have stored or sent; 0 for an invalid one. */
export function centsOf(amount: string): number {
  return textToCents(amount) ?? 0;
}
