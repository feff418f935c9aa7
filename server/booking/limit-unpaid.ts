import { type Db, inTransaction } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { countAtAddress } from '../rate-limits/limit-attempts.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countUnpaid, lockBookingsOf } from './booking.store.ts';

/** An IP address may book again after an hour; a customer, as soon as a pickup is paid or resolved. */
const retryAfterSeconds = 60 * 60;

/**
 * Runs `book` in a transaction under `lockBookingsOf`, so that parallel requests can't exceed the ceiling of unpaid
 * pickups. `book` calls `requireRoom` once it knows that the booking is unpaid. `requireRoom` throws 429
 * `too_many_unpaid_bookings`.
 *
 * The booking is counted under its IP address before the transaction, because a counter locked by a transaction would
 * block everybody at that address. The count is reverted when no unpaid pickup was made. Without an IP address, nothing
 * is counted or limited: the booking is already paid.
 */
export async function limitUnpaid<T extends { pickup: PickupRow; isNew: boolean }>(
  services: Services,
  { customerId, ip }: { customerId: string; ip: string | undefined },
  book: (trx: Db, requireRoom: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const bookLocked = (requireRoom: (trx: Db) => Promise<void>) =>
    inTransaction(services.db, async (trx) => {
      await lockBookingsOf(trx, customerId);
      return await book(trx, () => requireRoom(trx));
    });
  if (ip === undefined) return await bookLocked(async () => {});
  const { ceilings, supportPhone } = services.settings;
  const most = ceilings.unpaidBookings;
  const { isBelow, uncount } = await countAtAddress(services, 'unpaid-booking', most * ceilings.perAddress, ip);
  let isUnpaid = false;
  try {
    const booked = await bookLocked(async (trx) => {
      if (isBelow && (await countUnpaid(trx, customerId)) < most) return;
      const message = `You have too many unpaid pickups. Please pay for one in Billing before you book another, or call ${supportPhone}.`;
      throw new Refusal(429, message, { code: 'too_many_unpaid_bookings', retryAfterSeconds });
    });
    isUnpaid = booked.isNew && booked.pickup.paymentStatus === 'pending';
    return booked;
  } finally {
    if (!isUnpaid) await uncount();
  }
}
