import type { AdminPickup } from '../../../contract/pickups.ts';
import { textToCents } from '../../../contract/values/money.ts';

/** Whether the customer can still pay for a pickup. A plan's stops cost nothing. */
export function isUnpaid(pickup: Pick<AdminPickup, 'paymentStatus' | 'status' | 'amount'>): boolean {
  const { paymentStatus, status, amount } = pickup;
  return paymentStatus === 'pending' && status !== 'cancelled' && (textToCents(amount) ?? 0) > 0;
}
