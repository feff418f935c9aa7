import { sql } from 'kysely';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import type { Precision } from '../../contract/values/places.ts';
import type { Db } from '../database/transaction.ts';
import { selectAdminPickups } from './lists/store.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';

/**
 * The SQL of single pickups. Every change names the status it starts from, so a race becomes a conflict. The lists are in
 * lists.store.ts, what touches a driver's stops together in stops.store.ts.
 */

export interface NewPickup {
  id: string;
  customerId: string;
  address: string;
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  bagCount: number;
  amount: string;
  serviceType: ServiceType;
  scheduledDate: Date;
  requestedDate: Date;
  specialInstructions: string | null;
  paymentStatus: 'pending' | 'paid';
  stripePaymentIntentId: string | null;
  bookingId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Inserts a pickup; undefined when its booking or its payment intent has one already. */
export async function insertPickup(db: Db, pickup: NewPickup): Promise<PickupRow | undefined> {
  return await db
    .insertInto('pickups')
    .values(pickup)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findPickup(db: Db, id: string): Promise<PickupRow | undefined> {
  return await db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockPickup(trx: Db, id: string): Promise<PickupRow | undefined> {
  return await trx.selectFrom('pickups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function findPickupOfBooking(db: Db, bookingId: string): Promise<PickupRow | undefined> {
  return await db.selectFrom('pickups').selectAll().where('bookingId', '=', bookingId).executeTakeFirst();
}

export async function findPickupOfDraft(
  db: Db,
  customerId: string,
  draftKey: string,
): Promise<{ id: string } | undefined> {
  return await db
    .selectFrom('pickups')
    .innerJoin('bookings', 'bookings.id', 'pickups.bookingId')
    .select('pickups.id')
    .where('bookings.customerId', '=', customerId)
    .where('bookings.draftKey', '=', draftKey)
    .executeTakeFirst();
}

export async function findPickupOfIntent(db: Db, intentId: string): Promise<PickupRow | undefined> {
  return await db.selectFrom('pickups').selectAll().where('stripePaymentIntentId', '=', intentId).executeTakeFirst();
}

export async function findAdminPickup(db: Db, id: string): Promise<AdminPickupRow | undefined> {
  return await selectAdminPickups(db).where('pickups.id', '=', id).executeTakeFirst();
}

/**
 * An open one-time pickup with the very same words that its customer booked after `since`, if any. A request with a key of
 * its own (`isKeyed`) is recognised only in what its paid draft made and no other key has claimed.
 */
export async function findTwin(
  db: Db,
  booking: Pick<NewPickup, 'customerId' | 'address' | 'bagCount' | 'scheduledDate' | 'specialInstructions'>,
  since: Date,
  isKeyed: boolean,
): Promise<PickupRow | undefined> {
  return await db
    .selectFrom('pickups')
    .selectAll()
    .$if(isKeyed, (twins) =>
      twins.where('bookingId', 'is not', null).where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('idempotency_keys')
              .select('key')
              .whereRef('idempotency_keys.pickupId', '=', 'pickups.id')
              // Its driver has keys of other things.
              .where('idempotency_keys.userId', '=', booking.customerId),
          ),
        ),
      ),
    )
    .where('customerId', '=', booking.customerId)
    .where('scheduledDate', '=', booking.scheduledDate)
    .where('address', '=', booking.address)
    .where('bagCount', '=', booking.bagCount)
    .where('specialInstructions', 'is not distinct from', booking.specialInstructions)
    .where('serviceType', '<>', 'subscription')
    .where('status', 'in', ['pending', 'assigned'])
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

/** Lets one booking of a customer at a time pass, until the transaction ends. */
export async function lockBookingsOf(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bookings of ${customerId}`}, 0))`.execute(trx);
}

/** Locks an active or inactive driver's account against a change of role meanwhile; undefined when it is no driver. */
export async function lockDriver(
  trx: Db,
  driverId: string,
): Promise<{ isActive: boolean; username: string } | undefined> {
  return await trx
    .selectFrom('users')
    .select(['isActive', 'username'])
    .where('id', '=', driverId)
    .where('role', '=', 'driver')
    .forShare()
    .executeTakeFirst();
}

/** Gives a pickup to a driver; undefined when its status or its driver is not what it was `before`. */
export async function setDriver(
  trx: Db,
  before: Pick<PickupRow, 'id' | 'status' | 'driverId'>,
  driverId: string,
  now: Date,
): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ ...unrouted, driverId, status: 'assigned', updatedAt: now })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .where('driverId', 'is not distinct from', before.driverId)
    .returningAll()
    .executeTakeFirst();
}

/** A stop that changes hands leaves the route it was planned into, and where its driver was with it. */
export const unrouted = {
  routeId: null,
  routeOrder: null,
  estimatedArrival: null,
  isPinned: false,
  settledAt: null,
} as const;

/** Moves a pickup from one of the `from` statuses to another; undefined when it is in none of them any more. */
export async function setStatus(
  trx: Db,
  id: string,
  from: readonly PickupStatus[],
  to: PickupStatus,
  now: Date,
): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ status: to, updatedAt: now, ...(to === 'completed' && { completedAt: now }) })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** Moves a pickup to another date and out of its route; undefined when its status is not what it was `before`. */
export async function setDate(
  trx: Db,
  before: Pick<PickupRow, 'id' | 'status'>,
  to: { scheduledDate: Date; status: PickupStatus; driverId: string | null; now: Date },
): Promise<PickupRow | undefined> {
  const { now, ...change } = to;
  return await trx
    .updateTable('pickups')
    // What was wrong on the old date says nothing of the new one; the driver's note stays.
    .set({ ...unrouted, ...change, incompleteReason: null, updatedAt: now })
    .where('id', '=', before.id)
    .where('status', '=', before.status)
    .returningAll()
    .executeTakeFirst();
}

/** How to reach a customer. */
export async function findContact(db: Db, userId: string): Promise<{ email: string; username: string }> {
  return await db.selectFrom('users').select(['email', 'username']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Marks an unpaid pickup as paid by an intent; undefined when it is paid or cancelled by now. */
export async function setPaid(trx: Db, id: string, intentId: string, now: Date): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ paymentStatus: 'paid', stripePaymentIntentId: intentId, updatedAt: now })
    .where('id', '=', id)
    .where('paymentStatus', '=', 'pending')
    .where('status', '<>', 'cancelled')
    .returningAll()
    .executeTakeFirst();
}

/** Cancels a pickup that is in one of the `from` statuses; undefined when it is in none of them any more. */
export async function setCancelled(
  trx: Db,
  id: string,
  from: readonly PickupStatus[],
  cancellationReason: string,
  now: Date,
): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ ...unrouted, status: 'cancelled', cancellationReason, updatedAt: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

export async function setPaymentOfCancelled(
  trx: Db,
  id: string,
  paymentStatus: 'refunded' | 'paid',
  now: Date,
): Promise<void> {
  await trx
    .updateTable('pickups')
    .set({ paymentStatus, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'cancelled')
    .execute();
}
