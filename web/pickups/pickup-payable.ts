import type { Pickup } from '../../contract/pickups.ts';

/** Whether its customer still owes the money for it, so that /checkout takes it. */
export function isPayable({
  paymentStatus,
  status,
  amount,
}: Pick<Pickup, 'paymentStatus' | 'status' | 'amount'>): boolean {
  return paymentStatus === 'pending' && status !== 'cancelled' && Number(amount) > 0;
}
