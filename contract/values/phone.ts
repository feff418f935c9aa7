/**
 * US phone numbers as (NNN) NNN-NNNN: ten digits, with or without the country code 1, and an area code that starts with
 * 2 to 9. This is wider than the numbering plan because the form's own placeholder, (555) 123-4567, must pass
 * (docs/decisions/004).
 */

/** Returns a number in the common form: "+1 215.555.0107" → "(215) 555-0107"; null when it isn't a US number. */
export function normalizePhone(input: string): string | null {
  if (!/^[\d\s().+-]+$/.test(input)) return null;
  const digits = input.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  return /^[2-9]\d{9}$/.test(national) ? groupDigits(national) : null;
}

/**
 * Formats a phone number while someone types it: "1215555" → "(215) 555". At most 14 characters. No area code starts
 * with 1, so a leading 1 is the country code and is dropped; otherwise the last digit wouldn't fit.
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

/** Returns a link that dials the number: "(215) 555-0142" → "tel:2155550142". */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
