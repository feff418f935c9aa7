import { v7 as newId } from 'uuid';
import { bagsText, type ServiceType } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/dates.ts';
import { locateAddress } from '../../addresses/locate-address.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { PickupRow } from '../pickup-row.ts';
import { findPickupOfBooking, findPickupOfIntent, insertPickup } from '../store.ts';

export interface PickupOrder {
  customerId: string;
  address: string;
  bagCount: number;
  /** Decimal text, as the server priced it. */
  amount: string;
  serviceType: ServiceType;
  scheduledDate: Date;
  specialInstructions: string | null;
  /** The settled intent that pays for it; null while it is unpaid. */
  paidByIntentId: string | null;
  /** The booking whose draft it comes from; null without one. */
  bookingId: string | null;
}

/**
 * Makes the pickup of a booking inside the caller's transaction and leaves the notice for its customer. When the booking
 * or the intent has one already, that one comes back: whoever comes second changes nothing.
 */
export async function makePickup(
  services: Pick<Services, 'jobs' | 'clock' | 'geocoder'>,
  trx: Db,
  order: PickupOrder,
): Promise<PickupRow> {
  const { paidByIntentId, ...wanted } = order;
  const now = services.clock();
  const made = await insertPickup(trx, {
    ...wanted,
    ...(await locateAddress(services, trx, wanted.address)),
    id: newId(),
    requestedDate: now,
    createdAt: now,
    updatedAt: now,
    paymentStatus: paidByIntentId ? 'paid' : 'pending',
    stripePaymentIntentId: paidByIntentId,
  });
  if (!made) return await existingPickup(trx, order);
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: made.customerId,
    title: 'Pickup booked',
    message: `${bagsText(made.bagCount)} on ${formatDateKey(dateKeyOf(order.scheduledDate))} at ${made.address}.`,
    type: 'pickup_booked',
    actionUrl: '/pickup-history',
  });
  return made;
}

async function existingPickup(trx: Db, order: PickupOrder): Promise<PickupRow> {
  const existing =
    (order.bookingId && (await findPickupOfBooking(trx, order.bookingId))) ||
    (order.paidByIntentId && (await findPickupOfIntent(trx, order.paidByIntentId)));
  if (!existing) throw new Error('a pickup was refused by a unique index, and none stands in its place');
  return existing;
}
