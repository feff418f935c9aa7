import { type Selectable, sql } from 'kysely';
import type { BookingsTable, PaymentsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** The SQL of bookings (drafts until they are paid) and of payments (one row per attempt). */

/** One attempt to pay for a booking, a pickup or the first month of a plan. */
export type PaymentRow = Selectable<PaymentsTable>;
export type BookingRow = Selectable<BookingsTable>;
type Draft = Pick<
  BookingRow,
  'address' | 'bagCount' | 'amount' | 'priceVersion' | 'serviceType' | 'scheduledDate' | 'specialInstructions'
> &
  Partial<Pick<BookingRow, 'changeCutoff' | 'lateRefundPercent'>>;

function selectPayments(db: Db) {
  return db.selectFrom('payments').selectAll();
}

/** Saves a draft under its customer's draft key and locks the row, so that one request at a time works on it. */
export async function saveBooking(
  trx: Db,
  booking: { id: string; customerId: string; draftKey: string } & Draft,
): Promise<BookingRow> {
  await trx
    .insertInto('bookings')
    .values(booking)
    .onConflict((conflict) => conflict.columns(['customerId', 'draftKey']).doNothing())
    .execute();
  return await trx
    .selectFrom('bookings')
    .selectAll()
    .where('customerId', '=', booking.customerId)
    .where('draftKey', '=', booking.draftKey)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function changeDraft(trx: Db, bookingId: string, draft: Draft, now: Date): Promise<BookingRow> {
  return await trx
    .updateTable('bookings')
    .set({ ...draft, updatedAt: now })
    .where('id', '=', bookingId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findBooking(db: Db, id: string): Promise<BookingRow | undefined> {
  return await db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the payment that has paid for a booking or pickup or still can. An addition to a pickup doesn't pay for it. */
export async function findLivePayment(
  db: Db,
  target: { bookingId: string } | { pickupId: string },
): Promise<PaymentRow | undefined> {
  const [column, id] =
    'bookingId' in target ? (['bookingId', target.bookingId] as const) : (['pickupId', target.pickupId] as const);
  return await selectPayments(db)
    .where(column, '=', id)
    .where('purpose', '<>', 'addition')
    .where('status', 'in', ['creating', 'open', 'succeeded'])
    .executeTakeFirst();
}

/** Serializes the opening of a customer's payments until the transaction ends. */
export async function lockPaymentsOf(trx: Db, customerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`payments of ${customerId}`}, 0))`.execute(trx);
}

const lastUse = sql<Date>`coalesce("usedAt", "createdAt")`;

/** Counts a customer's unfinished payments, and returns the last use of the one that has been unused the longest. */
export async function countOpenPayments(
  trx: Db,
  customerId: string,
): Promise<{ count: number; oldestUse: Date | null }> {
  return await trx
    .selectFrom('payments')
    .select([sql<number>`count(*)::integer`.as('count'), sql<Date | null>`min(${lastUse})`.as('oldestUse')])
    .where('customerId', '=', customerId)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirstOrThrow();
}

/** Lists a customer's unfinished payments, oldest first. */
export async function listOpenPayments(db: Db, customerId: string): Promise<PaymentRow[]> {
  return await selectPayments(db)
    .where('customerId', '=', customerId)
    .where('status', 'in', ['creating', 'open'])
    .orderBy('createdAt')
    .execute();
}

/** Records that a customer uses an open payment. */
export async function setUsed(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('payments').set({ usedAt: now }).where('id', '=', id).where('status', '=', 'open').execute();
}

export type NewPayment = Pick<PaymentRow, 'id' | 'customerId' | 'purpose' | 'priceVersion' | 'amount' | 'createdAt'> &
  Partial<Pick<PaymentRow, 'bookingId' | 'pickupId' | 'subscriptionOrderId'>>;

/** Inserts a payment without its lines: `insertPaymentWithLines` writes both. */
export async function insertPayment(trx: Db, payment: NewPayment): Promise<PaymentRow> {
  return await trx
    .insertInto('payments')
    .values((eb) => ({
      ...payment,
      updatedAt: payment.createdAt,
      usedAt: payment.createdAt,
      status: 'creating',
      attempt: payment.bookingId
        ? eb
            .selectFrom('payments')
            .select(sql<number>`coalesce(max("attempt"), 0) + 1`.as('attempt'))
            .where('bookingId', '=', payment.bookingId)
        : 1,
    }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** creating → open, once the provider has created the intent. Returns undefined when another request won the race. */
export async function setOpen(
  db: Db,
  id: string,
  atProvider: Pick<PaymentRow, 'stripePaymentIntentId' | 'stripeSubscriptionId'>,
  now: Date,
): Promise<PaymentRow | undefined> {
  return await db
    .updateTable('payments')
    .set({ ...atProvider, status: 'open', updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .returningAll()
    .executeTakeFirst();
}

/** creating → canceled, when the provider created nothing. Changes nothing if another request opened the payment. */
export async function setNeverOpened(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ status: 'canceled', updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute();
}

export async function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return await selectPayments(db).where('id', '=', id).executeTakeFirst();
}

export async function findOpenSubscriptionPayment(db: Db, customerId: string): Promise<PaymentRow | undefined> {
  return await selectPayments(db)
    .where('customerId', '=', customerId)
    .where('purpose', '=', 'subscription')
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst();
}

export async function findPaymentOfSubscription(db: Db, stripeSubscriptionId: string): Promise<PaymentRow | undefined> {
  return await selectPayments(db).where('stripeSubscriptionId', '=', stripeSubscriptionId).executeTakeFirst();
}

export async function findPaymentOfIntent(db: Db, intentId: string): Promise<PaymentRow | undefined> {
  return await selectPayments(db).where('stripePaymentIntentId', '=', intentId).executeTakeFirst();
}

export async function lockPayment(trx: Db, id: string): Promise<PaymentRow> {
  return await selectPayments(trx).where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function changePayment(
  trx: Db,
  id: string,
  change: Partial<
    Pick<PaymentRow, 'amount' | 'status' | 'pickupId' | 'subscriptionId' | 'failureReason' | 'updatedAt' | 'usedAt'>
  >,
): Promise<PaymentRow> {
  return await trx.updateTable('payments').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Selects payments that name nothing: no draft, pickup or plan. A server of the previous release writes them as bookings
 * without a draft; the next release names those, too.
 */
const isUnassigned = sql<boolean>`("purpose" = 'unassigned' OR ("purpose" = 'booking' AND "bookingId" IS NULL))`;

/**
 * Lists a customer's open intents of an amount that name nothing, newest first, at most 50. Some may be paid without our
 * knowing yet.
 */
export async function listOpenIntents(db: Db, customerId: string, amount: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('stripePaymentIntentId')
    .where('customerId', '=', customerId)
    .where('amount', '=', amount)
    .where('status', '=', 'open')
    .where(isUnassigned)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute();
  return rows.flatMap((row) => row.stripePaymentIntentId ?? []);
}

/**
 * Finds and locks the customer's oldest paid payment of this amount that names nothing, has bought nothing yet and isn't
 * disputed.
 */
export async function lockUnspentPayment(trx: Db, customerId: string, amount: string): Promise<PaymentRow | undefined> {
  return await selectPayments(trx)
    .where('customerId', '=', customerId)
    .where('amount', '=', amount)
    .where('status', '=', 'succeeded')
    .where(isUnassigned)
    .where('pickupId', 'is', null)
    .where('subscriptionId', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_history')
            .select('payment_history.id')
            .whereRef('payment_history.stripePaymentIntentId', '=', 'payments.stripePaymentIntentId')
            .where('disputedAt', 'is not', null),
        ),
      ),
    )
    .orderBy('createdAt')
    .forUpdate()
    .executeTakeFirst();
}

/** Lists payments that are unfinished, unchanged since `before`. */
export async function listUnfinished(db: Db, before: Date, limit: number): Promise<PaymentRow[]> {
  return await selectPayments(db)
    .where('updatedAt', '<', before)
    .where('status', 'in', ['creating', 'open'])
    .orderBy('updatedAt')
    .limit(limit)
    .execute();
}

/**
 * Lists the charged payments of a pickup, newest first: the one that pays for it, and the additions to it. Leaves out what
 * came too late and bought nothing, unless the pickup has no payment of its own. With `lock`, locks them until the
 * transaction ends, always in this order.
 */
export async function listPaymentsOfPickup(db: Db, pickupId: string, lock?: 'lock'): Promise<PaymentRow[]> {
  return await db
    .selectFrom('payments')
    .innerJoin('pickups', 'pickups.id', 'payments.pickupId')
    .selectAll('payments')
    .where('payments.pickupId', '=', pickupId)
    .where('payments.status', 'in', ['succeeded', 'refund_pending', 'refunded'])
    .where((eb) =>
      eb.or([
        eb('pickups.stripePaymentIntentId', 'is', null),
        eb('pickups.stripePaymentIntentId', '=', eb.ref('payments.stripePaymentIntentId')),
        eb.and([
          eb('payments.purpose', '=', 'addition'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('charge_refunds')
                .select('charge_refunds.id')
                .whereRef('charge_refunds.intentId', '=', 'payments.stripePaymentIntentId')
                .where('charge_refunds.why', '=', 'unused'),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('payments.createdAt', 'desc')
    .orderBy('payments.id', 'desc')
    .$if(lock !== undefined, (payments) => payments.forUpdate('payments'))
    .execute();
}
