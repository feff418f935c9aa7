import * as z from 'zod/mini';
import { paymentMethodOfTestCard } from '../../../../contract/payments.ts';
import { dateKeyOf } from '../../../../contract/values/time/dates.ts';
import { serverNow } from '../../../api/server-clock.ts';

/** Formatting and validation of the test card form's fields (PAY-21). */

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** Returns the digits in groups of four, at most 16: "4242 4242 4242 4242", 19 characters. */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 16)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  );
}

/** Returns MM/YY. The slash appears with the first digit of the year, so that it doesn't get in the way of deleting. */
export function formatExpiry(text: string): string {
  // A single digit above 1, or one digit before a slash, must be the whole month.
  const isShortMonth = /^\s*([2-9]$|[1-9]\s*\/)/.test(text);
  const digits = digitsOf(isShortMonth ? `0${text.trim()}` : text).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

export const formatSecurityCode = (text: string) => digitsOf(text).slice(0, 3);
export const formatZip = (text: string) => digitsOf(text).slice(0, 5);

/** Returns true if the card has expired. A card is valid until the end of its month, in New York. */
export function isExpired(expiry: string, now: Date): boolean {
  const [month, year] = expiry.split('/');
  return `20${year}-${month}` < dateKeyOf(now).slice(0, 'YYYY-MM'.length);
}

export const expiredCard = 'This expiration date has passed. Please check it, or use another card.';

const hasDigits = (count: number) => (text: string) => text.replace(/\D/g, '').length === count;

/** The fields of the test card form, all required. Only the id of a listed test card leaves the browser. */
export const TestCardFields = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Please enter the name on the card')),
  number: z.string().check(
    z.refine(hasDigits(16), { error: 'Please enter a complete card number', abort: true }),
    z.refine((number: string) => paymentMethodOfTestCard(number) !== null, {
      error: "This isn't a test card. Please choose one of the test cards above.",
    }),
  ),
  expiry: z.string().check(
    z.regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: 'Please enter a valid expiration date', abort: true }),
    z.refine((expiry: string) => !isExpired(expiry, serverNow()), expiredCard),
  ),
  securityCode: z.string().check(z.refine(hasDigits(3), 'Please enter the 3-digit security code (CVC)')),
  zip: z.string().check(z.refine(hasDigits(5), 'Please enter a 5-digit ZIP code')),
});
export type TestCardFields = z.output<typeof TestCardFields>;

/** Values for fields that are still empty when a test card is chosen. */
const defaults = { name: 'Test Customer', expiry: '12/34', securityCode: '123', zip: '19147' };

/** Returns the form's fields after a test card was chosen. Sets the number and keeps all other typed values. */
export function filledWith<Fields extends TestCardFields>(fields: Fields, number: string): Fields {
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  return { ...fields, ...defaults, ...typed, number: formatCardNumber(number) };
}
