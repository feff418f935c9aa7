/** Formatting for the test card form fields (PAY-21). */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Digits in groups of four, at most 16: "4242 4242 4242 4242", 19 characters. */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 16)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/** MM/YY. The slash appears with the first digit of the year, so that it does not get in the way of deleting. */
export function formatExpiry(text: string): string {
  // A digit above 1, or one before a slash, must be the whole month.
  const isShortMonth = /^\s*([2-9]$|[1-9]\s*\/)/.test(text);
  const digits = digitsOf(isShortMonth ? `0${text.trim()}` : text).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

export const formatSecurityCode = (text: string) => digitsOf(text).slice(0, 3);
export const formatZip = (text: string) => digitsOf(text).slice(0, 5);
