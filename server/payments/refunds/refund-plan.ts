import { v7 as newId } from 'uuid';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import {
  insertPlanRefund,
  listPlanIntents,
  listPlanRefunds,
  lockCause,
  type PlanRefundRow,
  setPlanRefund,
} from './plan-refunds.store.ts';
import { syncRefunds } from './sync-refunds.ts';

interface Request {
  /** Names what the refund is for: the same cause is refunded once. */
  readonly causeId: string;
  readonly subscriptionId: string;
  readonly cents: number;
  /** Charges after this instant are left alone: the months after a plan's end are refunded in full (`refundMonths`). */
  readonly paidBy?: Date | null;
}

/**
 * Refunds up to `cents` of what was charged for a plan, newest charge first, each at most what it still allows. Disputed charges are
 * skipped: their bank decides. Returns how many cents are refunded. Safe to run again: each part is saved before it is sent and has its
 * own idempotency key. Throws 503 while the provider is unavailable.
 */
export async function refundPlan(services: Services, request: Request): Promise<number> {
  const { db } = services;
  const known = await listPlanRefunds(db, request.causeId);
  for (const refund of known) if (refund.status === 'requested') await send(services, refund);
  for (const intentId of await listPlanIntents(db, request.subscriptionId, request.paidBy ?? null)) {
    const sums = sumsOf(await listPlanRefunds(db, request.causeId), intentId);
    if (sums.totalCents >= request.cents) break;
    if (sums.isTried) continue;
    const truth = await services.payments.getPayment(intentId);
    const leftCents = truth?.status === 'succeeded' ? truth.amountCents - truth.refundedCents : 0;
    const refund = await addPart(services, request, intentId, leftCents);
    if (refund) await send(services, refund);
  }
  return sumsOf(await listPlanRefunds(db, request.causeId)).totalCents;
}

function sumsOf(refunds: readonly PlanRefundRow[], intentId?: string): { totalCents: number; isTried: boolean } {
  const counted = refunds.filter(({ status }) => status !== 'failed');
  return {
    totalCents: counted.reduce((sum, { amount }) => sum + centsOf(amount), 0),
    isTried: refunds.some((refund) => refund.intentId === intentId),
  };
}

/** Saves the part that one charge takes; undefined when it takes nothing, or another request has saved it. */
async function addPart(
  services: Services,
  { causeId, subscriptionId, cents }: Request,
  intentId: string,
  leftCents: number,
): Promise<PlanRefundRow | undefined> {
  return await inTransaction(services.db, async (trx) => {
    await lockCause(trx, causeId);
    const { totalCents, isTried } = sumsOf(await listPlanRefunds(trx, causeId), intentId);
    const partCents = Math.min(leftCents, cents - totalCents);
    if (partCents <= 0 || isTried) return undefined;
    const part = { id: newId(), causeId, subscriptionId, intentId, amount: centsToText(partCents) };
    const refund = { ...part, createdAt: services.clock() };
    await insertPlanRefund(trx, refund);
    return { ...refund, status: 'requested' as const };
  });
}

async function send(services: Services, { id, intentId, amount }: PlanRefundRow): Promise<void> {
  try {
    const amountCents = centsOf(amount);
    await services.payments.refundPayment(intentId, { amountCents, idempotencyKey: `plan-refund:${id}` });
    await setPlanRefund(services.db, id, 'sent');
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    services.log.error({ intentId, reason: error.message }, "a part of a plan's credit was not refunded");
    await setPlanRefund(services.db, id, 'failed');
  }
  await syncRefunds(services, intentId);
}
