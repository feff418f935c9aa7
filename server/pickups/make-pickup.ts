import { v7 as newId } from 'uuid';
import { pickupPath } from '../../contract/pages.ts';
import { bagsText, type ServiceType } from '../../contract/pickups.ts';
import { locateAddress } from '../addresses/locate-address.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { PickupRow } from './pickup-row.ts';
import { findPickupOfBooking, findPickupOfIntent, insertPickup, isOfDeletedAccount } from './pickups.store.ts';
import { describeDay } from './rules.ts';

export interface PickupOrder {
  customerId: string;
  address: string;
  bagCount: number;
  /** In dollars, as text with two decimals, priced by the server. */
  amount: string;
  serviceType: ServiceType;
  scheduledDate: Date;
  specialInstructions: string | null;
  /** The settled payment intent that pays for the pickup; null while it is unpaid. */
  paidByIntentId: string | null;
  /** The draft that the pickup is made from; null without one. */
  bookingId: string | null;
  /** The admin who booked the pickup by phone. */
  bookedBy?: string;
  /** Set when the pickup is held from the start, because the cut-off of its day has passed. */
  heldAt?: Date | null;
  /** The missed pickup, if this one is its return trip. */
  returnOf?: string;
  /** The missed pickup that this one makes up for, free of charge. */
  recoveryOf?: string;
  /** With `lateRefundPercent`, the terms of the booking. Both are null for a draft made before terms were stored. */
  changeCutoff: string | null;
  lateRefundPercent: number | null;
}

/**
 * Makes the pickup of a booking in the caller's transaction, notifies its customer, and tells the dispatchers of a
 * same-day request. When the booking or the intent already has a pickup, returns that pickup and changes nothing.
 * Throws 409 for a deleted account.
 */
export async function makePickup(
  services: Pick<Services, 'jobs' | 'clock' | 'geocoder' | 'messages' | 'settings'>,
  trx: Db,
  order: PickupOrder,
): Promise<PickupRow> {
  const { paidByIntentId, ...wanted } = order;
  const now = services.clock();
  // The customer may have deleted the account in another tab before this request arrived.
  if (await hasDeletedAccount(trx, wanted.customerId))
    throw new Refusal(409, 'This account was deleted.', { code: 'deleted' });
  const made = await insertPickup(trx, {
    ...wanted,
    ...(await locateAddress(services, trx, wanted.address)),
    id: newId(),
    requestedDate: now,
    createdAt: now,
    updatedAt: now,
    paymentStatus: paidByIntentId || wanted.recoveryOf ? 'paid' : 'pending',
    stripePaymentIntentId: paidByIntentId,
  });
  if (!made) return await existingPickup(trx, order);
  await services.messages.notify(services, trx, [
    {
      ...{ userId: made.customerId, type: 'pickup_booked', actionUrl: pickupPath(made.id), pickupId: made.id },
      ...bookedWords(made),
    },
  ]);
  if (isSameDayRequest(made)) {
    const request = { kind: 'same-day-request', subjectId: made.id, revision: '', dueAt: now } as const;
    await services.messages.writeToDispatchers(services, trx, [request]);
  }
  return made;
}

/**
 * Returns whether the dispatchers must be told of a same-day request. A dispatcher who books by phone already knows of
 * it, and a held pickup isn't planned.
 */
function isSameDayRequest({ serviceType, bookedBy, heldAt }: PickupRow): boolean {
  return serviceType === 'same-day' && bookedBy === null && heldAt === null;
}

function bookedWords(made: PickupRow): { title: string; message: string } {
  const what = `${bagsText(made.bagCount)} on ${describeDay(made)} at ${made.address}.`;
  if (made.recoveryOf === null) return { title: 'Pickup booked', message: what };
  return { title: "We're coming back for free", message: `We're sorry we missed your pickup. We'll pick up ${what}` };
}

async function existingPickup(trx: Db, order: PickupOrder): Promise<PickupRow> {
  const existing =
    (order.bookingId && (await findPickupOfBooking(trx, order.bookingId))) ||
    (order.paidByIntentId && (await findPickupOfIntent(trx, order.paidByIntentId)));
  if (!existing) throw new Error('a unique index refused a pickup, but there is no other one');
  return existing;
}

/**
 * Returns whether a customer has deleted the account. Waits for a deletion in progress; a later deletion waits for this
 * transaction.
 */
export async function hasDeletedAccount(trx: Db, customerId: string): Promise<boolean> {
  return await isOfDeletedAccount(trx, customerId);
}
