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
import { planRefundKeyOf, syncRefunds } from './sync-refunds.ts';

interface Request {
  /** Identifies the reason of the refund: the same cause is refunded once. */
  readonly causeId: string;
  readonly subscriptionId: string;
  readonly cents: number;
  /** Charges after this instant are left alone: `refundMonths` refunds the months after a plan's end in full. */
  readonly paidBy?: Date | null;
}

/**
 * Refunds up to `cents` from a plan's charges, newest charge first. Disputed charges are skipped, because the bank
 * decides on them. Returns how many cents are refunded. Safe to run again: each part is saved before it is sent and has
 * its own idempotency key.
 *
 * Throws 503 while the provider is unavailable.
 */
export async function refundPlan(services: Services, request: Request): Promise<number> {
  const { causeId, subscriptionId, cents, paidBy = null } = request;
  const intents = await listPlanIntents(services.db, subscriptionId, paidBy);
  for (;;) {
    const refunds = await listPlanRefunds(services.db, causeId);
    const requested = refunds.filter(({ status }) => status === 'requested');
    // Also sends parts saved by another request, which may have died. The key prevents a second refund.
    for (const refund of requested) await send(services, refund);
    if (requested.length > 0) continue;
    const refundedCents = sumOf(refunds);
    const intentId = refundedCents < cents ? intents.shift() : undefined;
    if (intentId === undefined) return refundedCents;
    const truth = await services.payments.getPayment(intentId);
    const leftCents = truth?.status === 'succeeded' ? truth.amountCents - truth.refundedCents : 0;
    await addPart(services, request, intentId, leftCents);
  }
}

/** Returns the cents that are refunded or being refunded. */
function sumOf(refunds: readonly PlanRefundRow[]): number {
  const counted = refunds.filter(({ status }) => status !== 'failed');
  return counted.reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

/** Saves the part to refund from one charge, unless nothing is left of it or it was tried before. */
async function addPart(
  services: Services,
  { causeId, subscriptionId, cents }: Request,
  intentId: string,
  leftCents: number,
): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    await lockCause(trx, causeId);
    const refunds = await listPlanRefunds(trx, causeId);
    const partCents = Math.min(leftCents, cents - sumOf(refunds));
    if (partCents <= 0 || refunds.some((refund) => refund.intentId === intentId)) return;
    const part = { id: newId(), causeId, subscriptionId, intentId, amount: centsToText(partCents) };
    await insertPlanRefund(trx, { ...part, createdAt: services.clock() });
  });
}

async function send(services: Services, { id, intentId, amount }: PlanRefundRow): Promise<void> {
  try {
    const amountCents = centsOf(amount);
    await services.payments.refundPayment(intentId, { amountCents, idempotencyKey: planRefundKeyOf(id) });
    await setPlanRefund(services.db, id, 'sent');
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    services.log.error({ intentId, reason: error.message }, "a part of a plan's credit was not refunded");
    await setPlanRefund(services.db, id, 'failed');
  }
  await syncRefunds(services, intentId);
}
