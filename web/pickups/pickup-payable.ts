import type { Pickup } from '../../contract/pickups.ts';

/** Whether the customer still owes the price and can pay it at /checkout. */
export function isPayable({
  paymentStatus,
  status,
  amount,
}: Pick<Pickup, 'paymentStatus' | 'status' | 'amount'>): boolean {
  return paymentStatus === 'pending' && status !== 'cancelled' && Number(amount) > 0;
}
