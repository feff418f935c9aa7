import { type Insertable, type SelectQueryBuilder, sql, type UpdateObject } from 'kysely';
import type { PickupStatus, ServiceType } from '../../contract/pickups.ts';
import { dateKeyOf } from '../../contract/values/time/dates.ts';
import type { PickupsTable, Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { zipOfAddress } from '../database/zip-of-address.ts';
import type { AdminPickupRow, PickupRow } from './pickup-row.ts';
import { unrouted } from './unrouted.ts';
import { unroutedOnDay } from './unrouted-on-day.store.ts';

/**
 * The SQL of single pickups. Every change names the status that it starts from, so that the loser of a race changes
 * nothing. Lists are in lists/lists.store.ts, changes of many stops in stops/stops.store.ts.
 */

/** Inserts a pickup. Returns undefined when its booking or its payment intent already has one. */
export async function insertPickup(db: Db, pickup: Insertable<PickupsTable>): Promise<PickupRow | undefined> {
  return await db
    .insertInto('pickups')
    .values(pickup)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Returns whether the customer has deleted the account. Waits for a deletion in progress. */
export async function isOfDeletedAccount(trx: Db, customerId: string): Promise<boolean> {
  const user = await trx
    .selectFrom('users')
    .select('deletedAt')
    .where('id', '=', customerId)
    .forKeyShare()
    .executeTakeFirst();
  return user?.deletedAt != null;
}

export async function findPickup(db: Db, id: string): Promise<PickupRow | undefined> {
  return await db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the pickups with these ids, earliest first. */
export async function listPickupsById(db: Db, ids: readonly string[]): Promise<PickupRow[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('pickups')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('scheduledDate')
    .orderBy('id')
    .execute();
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

/**
 * True if there are active service areas and none of them has the ZIP code of the address: the last group of five
 * digits that isn't the house number. False for an address without a ZIP code.
 */
const isOutsideArea = sql<boolean>`EXISTS (SELECT 1 FROM service_areas WHERE "isActive") AND NOT EXISTS (
  SELECT 1 FROM service_areas WHERE "isActive"
  AND coalesce(${zipOfAddress(sql`"pickups"."address"`)} = ANY ("zipCodes"), true))`;

/** Selects all columns of these pickups, with the names of their customers and drivers. */
export function withPeople(pickups: SelectQueryBuilder<Schema, 'pickups', object>) {
  return pickups
    .leftJoin('users as customers', 'customers.id', 'pickups.customerId')
    .leftJoin('users as drivers', 'drivers.id', 'pickups.driverId')
    .selectAll('pickups')
    .select([
      'customers.username as customerUsername',
      'customers.firstName as customerFirstName',
      'customers.lastName as customerLastName',
      'customers.phone as customerPhone',
      'customers.email as customerEmail',
      'drivers.username as driverUsername',
      'drivers.firstName as driverFirstName',
      'drivers.lastName as driverLastName',
    ])
    .select(isOutsideArea.as('isOutsideArea'));
}

export async function findAdminPickup(db: Db, id: string): Promise<AdminPickupRow | undefined> {
  return await withPeople(db.selectFrom('pickups').where('pickups.id', '=', id)).executeTakeFirst();
}

export async function listAdminPickups(db: Db, ids: readonly string[]): Promise<AdminPickupRow[]> {
  return await withPeople(db.selectFrom('pickups').where('pickups.id', 'in', ids)).execute();
}

/** Changes a pickup that has one of the statuses, and returns it. */
function changeIn(trx: Db, id: string, statuses: readonly PickupStatus[], change: UpdateObject<Schema, 'pickups'>) {
  return trx.updateTable('pickups').set(change).where('id', '=', id).where('status', 'in', statuses).returningAll();
}

/** Assigns a pickup to a driver. Returns undefined when it is held or its status or driver differs from `before`. */
export async function setDriver(
  trx: Db,
  before: Pick<PickupRow, 'id' | 'status' | 'driverId'>,
  driverId: string,
  now: Date,
): Promise<PickupRow | undefined> {
  return await changeIn(trx, before.id, [before.status], {
    ...unroutedOnDay,
    driverId,
    status: 'assigned',
    updatedAt: now,
  })
    .where('driverId', 'is not distinct from', before.driverId)
    .where('heldAt', 'is', null)
    .executeTakeFirst();
}

/** Resolves a pickup that has one of the `from` statuses. Returns undefined when it has another status by now. */
export async function setResolved(
  trx: Db,
  id: string,
  from: readonly PickupStatus[],
  {
    now,
    ...to
  }: Pick<PickupRow, 'status' | 'resolvedBy'> &
    Partial<Pick<PickupRow, 'driverNotes' | 'incompleteReason'>> & { now: Date },
): Promise<PickupRow | undefined> {
  const isProblem = to.status === 'issue' || to.status === 'incomplete';
  const ended = { ...(to.status === 'completed' && { completedAt: now }), ...(isProblem && { problemAt: now }) };
  const change = { ...to, resolvedAt: now, updatedAt: now, ...ended };
  return await changeIn(trx, id, from, change).executeTakeFirst();
}

/** Reopens a resolved pickup (pending if `driverId` is null). Returns undefined if its status differs from `before`. */
export async function setUnresolved(
  trx: Db,
  before: Pick<PickupRow, 'id' | 'status'>,
  { driverId, now }: { driverId: string | null; now: Date },
): Promise<PickupRow | undefined> {
  const place = driverId ? unresolved : { ...unresolved, ...unroutedOnDay };
  const status = driverId ? 'assigned' : 'pending';
  return await changeIn(trx, before.id, [before.status], {
    ...place,
    driverId,
    status,
    updatedAt: now,
  }).executeTakeFirst();
}

/** The values of an open pickup. The driver's notes and photos stay. A rating of the completion is cleared. */
const unresolved = {
  completedAt: null,
  actualDuration: null,
  incompleteReason: null,
  settledAt: null,
  resolvedBy: null,
  resolvedAt: null,
  mowingBefore: null,
  mowingAfter: null,
  customerRating: null,
  ratingComment: null,
  ratedAt: null,
} as const;

/**
 * Moves a pickup to another date and removes it from its route. Returns undefined when its status differs from
 * `before`. A held pickup stays held if the new day is up to `closedDay`, the last day whose cut-off has passed. Only
 * staff can move a pickup to that day, so its late refund becomes 100%: the customer can still cancel without a loss.
 */
export async function setDate(
  trx: Db,
  before: Pick<PickupRow, 'id' | 'status' | 'heldAt' | 'scheduledDay' | 'lateRefundPercent'>,
  to: Pick<PickupRow, 'status' | 'driverId'> & {
    scheduledDate: Date;
    serviceType?: ServiceType;
    closedDay: string;
    now: Date;
  },
): Promise<PickupRow | undefined> {
  const { now, closedDay, ...rest } = to;
  const day = dateKeyOf(to.scheduledDate);
  const heldAt = day > closedDay ? null : before.heldAt;
  const lateRefundPercent = day > closedDay || day === before.scheduledDay ? before.lateRefundPercent : 100;
  // The reason was about the old date, so it is cleared. The driver's note stays.
  const change = { ...unrouted, ...rest, incompleteReason: null, heldAt, lateRefundPercent, updatedAt: now };
  return await changeIn(trx, before.id, [before.status], change).executeTakeFirst();
}

/** Marks an unpaid pickup as paid and ends its hold. Returns undefined when it is already paid or cancelled. */
export async function setPaid(trx: Db, id: string, intentId: string, now: Date): Promise<PickupRow | undefined> {
  return await trx
    .updateTable('pickups')
    .set({ paymentStatus: 'paid', stripePaymentIntentId: intentId, heldAt: null, updatedAt: now })
    .where('id', '=', id)
    .where('paymentStatus', '=', 'pending')
    .where('status', '<>', 'cancelled')
    .returningAll()
    .executeTakeFirst();
}

/** Cancels a pickup that has one of the `from` statuses. Returns undefined when it has another status by now. */
export async function setCancelled(
  trx: Db,
  id: string,
  from: readonly PickupStatus[],
  cancellationReason: string,
  now: Date,
): Promise<PickupRow | undefined> {
  const change = { ...unrouted, status: 'cancelled', cancellationReason, updatedAt: now } as const;
  return await changeIn(trx, id, from, change).executeTakeFirst();
}

export async function setPaymentOfCancelled(
  trx: Db,
  id: string,
  paymentStatus: 'refunded' | 'paid',
  now: Date,
): Promise<void> {
  await changeIn(trx, id, ['cancelled'], { paymentStatus, updatedAt: now }).execute();
}
