import { type ExpressionBuilder, sql } from 'kysely';
import { openStatuses, unfinishedStatuses } from '../../contract/pickups.ts';
import type { Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import type { PricedBooking } from '../pickups/price-booking.ts';
import { unrouted } from '../pickups/unrouted.ts';

/**
 * Finds an identical open one-time pickup that the customer booked after `since`. A request with an Idempotency-Key
 * (`isKeyed`) matches only a pickup that was made from a paid draft and that no other key has claimed. A phone booking
 * and a customer's own booking never match.
 */
export async function findTwin(
  db: Db,
  booking: Pick<PricedBooking, 'address' | 'bagCount' | 'scheduledDate' | 'specialInstructions'> & {
    customerId: string;
  },
  { since, isKeyed, byPhone }: { since: Date; isKeyed: boolean; byPhone: boolean },
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
              // A driver's keys identify other requests, such as notes.
              .where('idempotency_keys.userId', '=', booking.customerId),
          ),
        ),
      ),
    )
    .where('customerId', '=', booking.customerId)
    .where('bookedBy', byPhone ? 'is not' : 'is', null)
    .where('scheduledDate', '=', booking.scheduledDate)
    .where('address', '=', booking.address)
    .where('bagCount', '=', booking.bagCount)
    .where('specialInstructions', 'is not distinct from', booking.specialInstructions)
    .where('serviceType', '<>', 'subscription')
    .where('returnOf', 'is', null)
    .where('recoveryOf', 'is', null)
    .where('status', 'in', openStatuses)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

/** Counts a customer's unpaid, unfinished pickups. The caller has called `lockBookingsOf`. */
export async function countUnpaid(trx: Db, customerId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('pickups')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('customerId', '=', customerId)
    .where('paymentStatus', '=', 'pending')
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirstOrThrow();
  return count;
}

/** Serializes the bookings of a customer until the transaction ends. */
export async function lockBookingsOf(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bookings of ${customerId}`}, 0))`.execute(trx);
}

/** Matches phone bookings and return trips: they aren't driven until they are paid. Each half has a partial index. */
function isHoldable(eb: ExpressionBuilder<Schema, 'pickups'>) {
  return eb.or([eb('bookedBy', 'is not', null), eb('returnOf', 'is not', null)]);
}

/**
 * Locks unpaid phone bookings and return trips on days up to `closedDay` that aren't held yet or still have a driver.
 * Takes at most `most`, ordered by id.
 */
export async function lockUnpaidHoldable(trx: Db, closedDay: string, most: number): Promise<PickupRow[]> {
  return await trx
    .selectFrom('pickups')
    .selectAll()
    .where(isHoldable)
    .where('paymentStatus', '=', 'pending')
    .where('status', 'in', openStatuses)
    .where((eb) => eb.or([eb('heldAt', 'is', null), eb('status', '=', 'assigned')]))
    .where('scheduledDay', '<=', closedDay)
    .orderBy('id')
    .limit(most)
    .forUpdate()
    .execute();
}

/** Ends the hold of unpaid phone bookings and return trips that were moved to a day after `closedDay`. */
export async function releaseMoved(db: Db, closedDay: string): Promise<void> {
  await db
    .updateTable('pickups')
    .set({ heldAt: null })
    .where(isHoldable)
    .where('paymentStatus', '=', 'pending')
    .where('status', 'in', openStatuses)
    .where('heldAt', 'is not', null)
    .where('scheduledDay', '>', closedDay)
    .execute();
}

/** Holds pickups that the caller has locked: removes their driver and their place on a route. */
export async function setHeld(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('pickups')
    .set({ ...unrouted, driverId: null, status: 'pending', heldAt: now, updatedAt: now })
    .where('id', 'in', ids)
    .execute();
}
