/**
 * US phone numbers as (NNN) NNN-NNNN. The rule is: ten digits, with or without the country code 1, whose area code
 * starts with 2 to 9. It is wider than the numbering plan on purpose: the form's own placeholder, (555) 123-4567,
 * has to pass (docs/decisions/004).
 */

/** "+1 215.555.0107" → "(215) 555-0107"; null for what is no US number. */
export function normalizePhone(input: string): string | null {
  if (!/^[\d\s().+-]+$/.test(input)) return null;
  const digits = input.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(national) ? groupDigits(national) : null;
}

/**
 * What the field shows while somebody types: "1215555" → "(215) 555". Never longer than 14 characters. No area code
 * starts with 1, so a leading one is the country's and goes at once: later there would be no room for the last digit.
 */
export function formatPhoneAsTyped(input: string): string {
  const national = input.replace(/\D/g, '').replace(/^1+/, '');
  return groupDigits(national.slice(0, 10));
}

function groupDigits(digits: string): string {
  if (digits.length <= 3) return digits;
  if (digits.length <= 6) return `(${digits.slice(0, 3)}) ${digits.slice(3)}`;
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
}
