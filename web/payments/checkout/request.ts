import { centsToText, textToCents } from '../../../contract/values/money.ts';
import type { SearchParams } from '../../api/search-params.ts';

/** The payment that the query of /checkout requests (PAY-4). */
export interface CheckoutRequest {
  /** In dollars as "45.00". */
  readonly amount: string;
  readonly pickupId: string | undefined;
  readonly serviceType: string;
}

/** Reads the query. Returns null if the amount is missing, blank, invalid, or not above zero. */
export function readCheckoutRequest({ amount, pickupId, serviceType }: SearchParams): CheckoutRequest | null {
  const cents = textToCents(amount ?? '');
  if (cents === null || cents <= 0) return null;
  return {
    amount: centsToText(cents),
    pickupId: pickupId?.trim() || undefined,
    serviceType: serviceType?.trim() || 'one-time',
  };
}

const purposes: Readonly<Record<string, string>> = {
  'same-day': 'Same-day pickup',
  'next-day': 'Next-day pickup',
  subscription: 'Monthly plan',
};

/** Returns what the payment is for, according to the query. A missing or unknown type means one-time (PAY-10). */
export function purposeOf({ serviceType, pickupId }: CheckoutRequest): string {
  if (!pickupId) return 'Not tied to a pickup';
  return purposes[serviceType] ?? 'One-time pickup';
}
