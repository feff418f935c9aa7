import { v7 as newId } from 'uuid';
import { centsOf } from '../../../contract/values/money.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import { askRefund } from './ask-refund.ts';
import { adoptRefunds, listPlanIntents, listRefundsOfCause, lockCause } from './refunds.store.ts';
import { planKeyOf } from './rules.ts';

interface Owed {
  /** Identifies what is owed, such as a closing: the same cause is refunded once. */
  readonly causeId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly cents: number;
  /** Charges after this instant are left alone: `refundLateMonths` refunds the months after a plan's end in full. */
  readonly paidBy: Date | null;
}

/**
 * Asks for refunds of up to `cents` from a plan's charges, newest charge first, as much of each as is left at the
 * provider. Disputed charges are skipped, because the bank decides on them. Returns how many cents are asked for, the
 * same for a repeated call. Throws 503 while the provider is unavailable.
 */
export async function refundPlanEnd(services: Services, owed: Owed): Promise<number> {
  await adoptRefunds(services.db);
  let askedCents = await sumOf(services.db, owed.causeId);
  for (const intentId of await listPlanIntents(services.db, owed.subscriptionId, owed.paidBy)) {
    if (askedCents >= owed.cents) break;
    const truth = await services.payments.getPayment(intentId);
    const leftCents = truth?.status === 'succeeded' ? truth.amountCents - truth.refundedCents : 0;
    askedCents = await inTransaction(
      services.db,
      async (trx) => await askPart(services, trx, owed, { intentId, leftCents }),
    );
  }
  return askedCents;
}

/** Asks for the part of one charge, unless it was asked for before. Returns how many cents are asked for by now. */
async function askPart(
  services: Services,
  trx: Db,
  { causeId, subscriptionId, customerId, cents }: Owed,
  { intentId, leftCents }: { intentId: string; leftCents: number },
): Promise<number> {
  await lockCause(trx, causeId);
  const askedCents = await sumOf(trx, causeId);
  const partCents = Math.min(leftCents, cents - askedCents);
  if (partCents <= 0) return askedCents;
  const id = newId();
  const part = { id, key: planKeyOf(id), intentId, customerId, subscriptionId, causeId, cents: partCents };
  const asked = await askRefund(services, trx, { ...part, why: 'plan-end' });
  return asked ? askedCents + partCents : askedCents;
}

async function sumOf(db: Db, causeId: string): Promise<number> {
  return (await listRefundsOfCause(db, causeId)).reduce((sum, { amount }) => sum + centsOf(amount), 0);
}
