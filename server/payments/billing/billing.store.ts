import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { BillingStatus } from '../../../contract/payments.ts';
import type { ServiceType } from '../../../contract/pickups.ts';
import type { PackageType } from '../../../contract/values/prices.ts';
import { countRows } from '../../database/count-rows.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of a customer's billing. It reads other features' tables for display only; no rule depends on them. */

export interface BillingPage {
  limit: number;
  after: { at: Date; id: string } | undefined;
}

/** The purchase of a row, as far as it is known. */
export interface BillingSubject {
  pickupId: string | null;
  bagCount: number | null;
  serviceType: ServiceType | null;
  scheduledDate: Date | null;
  packageType: PackageType | null;
}

export interface ChargeRow extends BillingSubject {
  id: string;
  customerId: string;
  stripePaymentIntentId: string | null;
  card: string | null;
  createdAt: Date;
  movedAt: Date;
  amount: string;
  credit: string;
  /** succeeded, failed, refunded or refund_failed. */
  status: string;
  refundAmount: string | null;
  failureReason: string | null;
}

export interface UnpaidRow extends BillingSubject {
  id: string;
  createdAt: Date;
  amount: string;
}

/** Selects ledger rows. A payment that bought nothing is described by the draft or the order that it was made for. */
function selectCharges(db: Db) {
  return db
    .selectFrom('payment_history')
    .leftJoin('pickups', 'pickups.id', 'payment_history.pickupId')
    .leftJoin('payments', 'payments.stripePaymentIntentId', 'payment_history.stripePaymentIntentId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .leftJoin('subscription_orders', 'subscription_orders.id', 'payments.subscriptionOrderId')
    .leftJoin('subscriptions', 'subscriptions.id', 'payment_history.subscriptionId')
    .select([
      'payment_history.id',
      'payment_history.customerId',
      'payment_history.createdAt',
      'payment_history.amount',
      'payment_history.status',
      'payment_history.refundAmount',
      'payment_history.failureReason',
      'payment_history.pickupId',
      'payment_history.stripePaymentIntentId',
      'payment_history.card',
      'payment_history.credit',
    ])
    .select((eb) => [
      eb.fn.coalesce('pickups.bagCount', 'bookings.bagCount').as('bagCount'),
      eb.fn.coalesce('pickups.serviceType', 'bookings.serviceType').as('serviceType'),
      eb.fn.coalesce('pickups.scheduledDate', 'bookings.scheduledDate').as('scheduledDate'),
      eb.fn.coalesce('payment_history.movedAt', 'payment_history.createdAt').as('movedAt'),
      // The row and the order come first: they have the package as bought. The plan may have changed since.
      eb.fn
        .coalesce('payment_history.packageType', 'subscription_orders.packageType', 'subscriptions.packageType')
        .as('packageType'),
    ]);
}

/** Finds the purchase of a payment, even while it isn't paid. */
export async function findPurchase(db: Db, paymentId: string): Promise<BillingSubject> {
  return await db
    .selectFrom('payments')
    .leftJoin('pickups', 'pickups.id', 'payments.pickupId')
    .leftJoin('bookings', 'bookings.id', 'payments.bookingId')
    .leftJoin('subscription_orders', 'subscription_orders.id', 'payments.subscriptionOrderId')
    .select((eb) => [
      'payments.pickupId',
      eb.fn.coalesce('pickups.bagCount', 'bookings.bagCount').as('bagCount'),
      eb.fn.coalesce('pickups.serviceType', 'bookings.serviceType').as('serviceType'),
      eb.fn.coalesce('pickups.scheduledDate', 'bookings.scheduledDate').as('scheduledDate'),
      'subscription_orders.packageType',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirstOrThrow();
}

/** Finds a charge of any customer; undefined for a row that isn't a charge. */
export async function findCharge(db: Db, id: string): Promise<ChargeRow | undefined> {
  return await selectCharges(db)
    .where('payment_history.id', '=', id)
    .where('payment_history.status', '=', 'succeeded')
    .executeTakeFirst();
}

/** Lists the refunds of an intent, oldest first. */
export async function listRefundLines(
  db: Db,
  intentId: string,
): Promise<{ movedAt: Date; amount: string; refundAmount: string | null }[]> {
  return await db
    .selectFrom('payment_history')
    .select(['amount', 'refundAmount'])
    .select((eb) => eb.fn.coalesce('movedAt', 'createdAt').as('movedAt'))
    .where('stripePaymentIntentId', '=', intentId)
    .where('status', '=', 'refunded')
    .orderBy('createdAt')
    .execute();
}

/** Lists ledger rows, newest first, up to one more than the limit. */
export async function listCharges(
  db: Db,
  customerId: string,
  statuses: readonly BillingStatus[],
  page: BillingPage,
): Promise<ChargeRow[]> {
  return await selectCharges(db)
    .where((eb) => isCharge(eb, customerId, statuses))
    .where(isAfter('payment_history', page.after))
    .orderBy('payment_history.createdAt', 'desc')
    .orderBy('payment_history.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Lists pickups that aren't paid yet, newest first, up to one more than the limit. */
export async function listUnpaid(db: Db, customerId: string, page: BillingPage): Promise<UnpaidRow[]> {
  const rows = await db
    .selectFrom('pickups')
    .select(['id', 'createdAt', 'amount', 'bagCount', 'serviceType', 'scheduledDate'])
    .where((eb) => isUnpaid(eb, customerId))
    .where(isAfter('pickups', page.after))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, pickupId: row.id, packageType: null }));
}

/** Counts ledger rows up to `most + 1`. */
export async function countCharges(
  db: Db,
  customerId: string,
  statuses: readonly BillingStatus[],
  most: number,
): Promise<number> {
  const bounded = db
    .selectFrom('payment_history')
    .select('payment_history.id')
    .where((eb) => isCharge(eb, customerId, statuses))
    .limit(most + 1);
  return await countRows(db, bounded);
}

export async function countUnpaid(db: Db, customerId: string, most: number): Promise<number> {
  const bounded = db
    .selectFrom('pickups')
    .select('pickups.id')
    .where((eb) => isUnpaid(eb, customerId))
    .limit(most + 1);
  return await countRows(db, bounded);
}

/** Returns all charges less all refunds, as decimal text. The sum is numeric, so it is exact to the cent. */
export async function sumSpent(db: Db, customerId: string): Promise<string> {
  const { spent } = await db
    .selectFrom('payment_history')
    .select(
      sql<string>`coalesce(sum(CASE "status"
        WHEN 'succeeded' THEN "amount"
        WHEN 'refunded' THEN -coalesce("refundAmount", "amount") END), 0)::numeric(10,2)`.as('spent'),
    )
    .where('customerId', '=', customerId)
    .executeTakeFirstOrThrow();
  return spent;
}

/** Counts the customer's completed pickups that weren't part of a plan. */
export async function countCompletedOneTime(db: Db, customerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('pickups')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('customerId', '=', customerId)
    .where('status', '=', 'completed')
    .where('serviceType', '<>', 'subscription')
    .executeTakeFirstOrThrow();
  return Number(count);
}

function isCharge(
  eb: ExpressionBuilder<Schema, 'payment_history'>,
  customerId: string,
  statuses: readonly BillingStatus[],
): Expression<SqlBool> {
  const storedAs: Record<BillingStatus, string[]> = {
    succeeded: ['succeeded', 'refunded'],
    failed: ['failed', 'refund_failed'],
    pending: ['pending'],
  };
  const stored = statuses.flatMap((status) => storedAs[status]);
  return eb.and([eb('payment_history.customerId', '=', customerId), eb('payment_history.status', 'in', stored)]);
}

function isUnpaid(eb: ExpressionBuilder<Schema, 'pickups'>, customerId: string): Expression<SqlBool> {
  return eb.and([
    eb('pickups.customerId', '=', customerId),
    eb('pickups.paymentStatus', '=', 'pending'),
    eb('pickups.status', '<>', 'cancelled'),
    eb('pickups.amount', '>', '0'),
  ]);
}

function isAfter(table: 'payment_history' | 'pickups', after: BillingPage['after']): Expression<SqlBool> {
  if (!after) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(`${table}.createdAt`)}, ${sql.ref(`${table}.id`)}) < (${after.at}, ${after.id})`;
}
