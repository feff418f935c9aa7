import type { z } from 'zod/mini';
import type { bookForCustomer } from '../../contract/customers.ts';
import { lastClosedDay } from '../../contract/values/time/booking-dates.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import { requireCustomer } from '../accounts/members/require-customer.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { claimKey } from '../idempotency/claim-key.ts';
import { makePickup } from '../pickups/make-pickup.ts';
import { type PricedBooking, priceBooking } from '../pickups/price-booking.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countUnpaid, findTwin, lockBookingsOf } from './booking.store.ts';
import { type CreatedPickup, findEarlier, hashOf, twinWindowMs } from './create-pickup.ts';
import { writePaymentLink } from './send-payment-link.ts';

interface PhoneCall {
  actorId: string;
  customerId: string;
  body: z.output<typeof bookForCustomer.body>;
  idempotencyKey: string | undefined;
}

/**
 * Books an unpaid pickup for a customer on the phone and has the payment link emailed. Price, dates and the ceiling of
 * unpaid pickups are the same as for the customer's own bookings. A booking made after the cut-off of its day is held
 * from the start. A repeated request is recognized by its Idempotency-Key, or without one by an identical booking
 * within ten minutes.
 *
 * Throws 400 (input, price), 404 (no such customer), 409 (the account is deactivated, or the key belongs to another
 * request), 429 (too many unpaid pickups).
 */
export async function bookByPhone(services: Services, call: PhoneCall): Promise<CreatedPickup> {
  const { actorId, customerId, body, idempotencyKey: key } = call;
  const keyed = key ? { userId: actorId, key, requestHash: hashOf({ ...body, customerId }) } : undefined;
  const earlier = keyed && (await findEarlier(services.db, keyed));
  if (earlier) return earlier;
  const { isActive } = await requireCustomer(services.db, customerId);
  if (!isActive) throw new Refusal(409, 'This account is deactivated.', { code: 'deactivated' });
  const booking = priceBooking(services, body, body.amount);

  return await inTransaction(services.db, async (trx) => {
    await lockBookingsOf(trx, customerId);
    const meanwhile = keyed && (await findEarlier(trx, keyed));
    if (meanwhile) return meanwhile;
    const since = new Date(services.clock().getTime() - twinWindowMs);
    const twin = keyed
      ? undefined
      : await findTwin(trx, { customerId, ...booking }, { since, isKeyed: false, byPhone: true });
    if (twin) return { pickup: twin, isNew: false };
    await requireRoom(services, trx, customerId);
    const pickup = await insertBooking(services, trx, call, booking);
    if (keyed) await claimKey(trx, keyed, pickup.id);
    return { pickup, isNew: true };
  });
}

async function insertBooking(services: Services, trx: Db, call: PhoneCall, booking: PricedBooking) {
  const { actorId, customerId } = call;
  const { amountCents: _, ...order } = booking;
  const now = services.clock();
  const isClosed = dateKeyOf(order.scheduledDate) <= lastClosedDay(now, services.settings.changeCutoff);
  const pickup = await makePickup(services, trx, {
    ...order,
    customerId,
    paidByIntentId: null,
    bookingId: null,
    bookedBy: actorId,
    heldAt: isClosed ? now : null,
  });
  await recordChanges(services, trx, [{ actorId, action: 'booked', subject: 'pickup', subjectId: pickup.id }]);
  await writePaymentLink(services, trx, pickup);
  return pickup;
}

async function requireRoom({ settings }: Pick<Services, 'settings'>, trx: Db, customerId: string): Promise<void> {
  const most = settings.ceilings.unpaidBookings;
  if ((await countUnpaid(trx, customerId)) < most) return;
  const message = `This customer has ${most} unpaid pickups. Cancel one, or wait until one is paid.`;
  throw new Refusal(429, message, { code: 'too_many_unpaid_bookings' });
}
