import { centsToText, textToCents } from '../../../contract/values/money.ts';
import type { SearchParams } from '../../api/search-params.ts';

/** What the query of /checkout asks to be paid (PAY-4). */
export interface CheckoutRequest {
  /** In wire format: "45.00". */
  readonly amount: string;
  readonly pickupId: string | undefined;
  readonly serviceType: string;
}

/** Returns null when the amount is missing, blank, not a valid amount, or not above zero. */
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

/** What is being paid for, going by the query; a missing type is one-time (PAY-10). Without a pickup it pays for none. */
export function purposeOf({ serviceType, pickupId }: CheckoutRequest): string {
  if (!pickupId) return 'Not tied to a pickup';
  return purposes[serviceType] ?? 'One-time pickup';
}
