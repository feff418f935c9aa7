import type { Selectable } from 'kysely';
import { v7 as newId } from 'uuid';
import type { ChargeLine } from '../../../contract/values/charge-lines.ts';
import type { ChargeLinesTable } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';

/** The SQL of the lines of charges. */

export type LineRow = Selectable<ChargeLinesTable>;

/** Whose lines they are: a payment's, or those of a charge that the provider began. */
export type LineOwner = { readonly paymentId: string } | { readonly chargeId: string };

/** What a line is for, as far as that is known. */
export type LineTarget = Partial<Pick<LineRow, 'pickupId' | 'subscriptionId'>>;

/** Inserts lines after those that the owner has. */
export async function insertLines(
  trx: Db,
  owner: LineOwner,
  lines: readonly ChargeLine[],
  { after, ...target }: LineTarget & { after: number },
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ kind, quantity, cents, taxCents }, index) => {
    return { id: newId(), ...owner, ...target, position: after + index, kind, quantity, cents, taxCents };
  });
  await trx.insertInto('charge_lines').values(rows).execute();
}

/** Lists the lines of a payment in their order. */
export async function listLinesOfPayment(db: Db, paymentId: string): Promise<LineRow[]> {
  return await db
    .selectFrom('charge_lines')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .orderBy('position')
    .execute();
}

/** Lists the lines of a ledger's charge in their order: its own, or those of the payment of its intent. */
export async function listLinesOfCharge(
  db: Db,
  { id, stripePaymentIntentId }: { id: string; stripePaymentIntentId: string | null },
): Promise<LineRow[]> {
  return await db
    .selectFrom('charge_lines')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('chargeId', '=', id),
        eb(
          'paymentId',
          'in',
          eb
            .selectFrom('payments')
            .select('payments.id')
            .where('payments.stripePaymentIntentId', '=', stripePaymentIntentId),
        ),
      ]),
    )
    .orderBy('position')
    .execute();
}

/** Says what a payment's lines are for, where that wasn't known. */
export async function setLineTarget(trx: Db, paymentId: string, target: LineTarget): Promise<void> {
  await trx
    .updateTable('charge_lines')
    .set(target)
    .where('paymentId', '=', paymentId)
    .where('pickupId', 'is', null)
    .where('subscriptionId', 'is', null)
    .execute();
}

/** Makes the money of an unassigned payment the price of a pickup. */
export async function setLinesBooked(trx: Db, paymentId: string, pickupId: string): Promise<void> {
  await trx
    .updateTable('charge_lines')
    .set({ kind: 'pickup', pickupId })
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'other')
    .execute();
}
