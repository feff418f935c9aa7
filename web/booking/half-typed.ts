/** While a year is being typed, the date input reports the years 0002, 0020 and 0202 on the way: nothing to complain about. */
export function isHalfTyped(text: string): boolean {
  return text.startsWith('0');
}
