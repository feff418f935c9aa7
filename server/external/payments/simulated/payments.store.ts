import { type Selectable, sql, type Updateable } from 'kysely';
import type { SimulatedPaymentIntentsTable, SimulatedRefundsTable } from '../../../database/schema.ts';
import type { Db } from '../../../database/transaction.ts';
import type { MoneyMovement } from '../payment-provider.ts';
import { disputingCards } from './bank.ts';

export type SimulatedIntent = Selectable<SimulatedPaymentIntentsTable>;
export type SimulatedRefund = Selectable<SimulatedRefundsTable>;

/** Inserts an intent, or returns the earlier one with this idempotency key. */
export async function insertIntent(
  db: Db,
  intent: Pick<SimulatedIntent, 'id' | 'clientSecret' | 'idempotencyKey' | 'amountCents' | 'customerId'>,
): Promise<SimulatedIntent> {
  await db
    .insertInto('simulated_payment_intents')
    .values({ ...intent, status: 'requires_payment_method' })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute();
  return await db
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .where('idempotencyKey', '=', intent.idempotencyKey)
    .executeTakeFirstOrThrow();
}

export async function findIntent(db: Db, id: string): Promise<SimulatedIntent | undefined> {
  return await db.selectFrom('simulated_payment_intents').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function lockIntent(trx: Db, id: string): Promise<SimulatedIntent | undefined> {
  return await trx
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Changes an intent that still waits for a card. Returns undefined when it no longer does. */
export async function changeOpenIntent(
  db: Db,
  id: string,
  change: Updateable<SimulatedPaymentIntentsTable>,
): Promise<SimulatedIntent | undefined> {
  return await db
    .updateTable('simulated_payment_intents')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'requires_payment_method')
    .returningAll()
    .executeTakeFirst();
}

/** Records a refund of a locked intent. Returns false when its key was used before. */
export async function insertRefund(trx: Db, refund: SimulatedRefund): Promise<boolean> {
  const made = await trx
    .insertInto('simulated_refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return false;
  await trx
    .updateTable('simulated_payment_intents')
    .set((eb) => ({ refundedCents: eb('refundedCents', '+', refund.amountCents) }))
    .where('id', '=', refund.intentId)
    .execute();
  return true;
}

export async function listRefunds(db: Db, intentId: string): Promise<SimulatedRefund[]> {
  return await db
    .selectFrom('simulated_refunds')
    .selectAll()
    .where('intentId', '=', intentId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** A charge, a refund of one, or a charge that its cardholder disputes. */
export interface Moved {
  readonly id: string;
  readonly at: Date;
  readonly intentId: string;
  readonly customerId: string | null;
  readonly cents: number;
  /** The card that was charged. */
  readonly paymentMethodId: string | null;
}

/** Lists at most `limit` charges, refunds or disputed charges of a time span (end excluded), oldest first, after `after`. */
export async function listMoves(
  db: Db,
  kind: MoneyMovement['kind'],
  { since, until, after }: { since: Date; until: Date; after: Moved | undefined },
  limit: number,
): Promise<Moved[]> {
  const charges = sql`
    SELECT "id", "paidAt" AS "at", "id" AS "intentId", "customerId", "amountCents" AS "cents", "paymentMethodId"
    FROM simulated_payment_intents WHERE "paidAt" IS NOT NULL`;
  const refunds = sql`
    SELECT refunds."id", refunds."createdAt" AS "at", "intentId", "customerId", refunds."amountCents" AS "cents", "paymentMethodId"
    FROM simulated_refunds AS refunds JOIN simulated_payment_intents AS intents ON intents."id" = refunds."intentId"`;
  const disputed = sql`${charges} AND "paymentMethodId" = ANY(${[...disputingCards]}::text[])`;
  const moves = { charge: charges, refund: refunds, dispute: disputed }[kind];
  const { rows } = await sql<Moved>`
    SELECT * FROM (${moves}) AS moves
    WHERE "at" >= ${since} AND "at" < ${until}
      AND (${after === undefined} OR ("at", "id") > (${after?.at ?? since}, ${after?.id ?? ''}))
    ORDER BY "at", "id" LIMIT ${limit}`.execute(db);
  return rows;
}
