import { centsOf, centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { ProviderCredit } from '../../external/payments/credit-provider.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { creditPending, remainderCents, unusedCents } from '../../external/payments/unused-credit.ts';
import { messageOf } from '../../payments/reconcile/outcome.ts';
import { refundPlanEnd } from '../../payments/refunds/refund-plan-end.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { hasLiveSubscription } from '../subscriptions.store.ts';
import { applyCreditsOf } from './apply-credit.ts';
import { closeInvoices, isUnpaid } from './close-invoices.ts';
import {
  type Decided,
  listOpenClosings,
  type OpenClosing,
  setClosed,
  setFailure,
  setTaken,
  setTakenAway,
  sumCreditsOfMonths,
  wasClosed,
} from './closings.store.ts';
import { clearMonthCredit, listCredits, noProviderId, setNeverApplied } from './credits.store.ts';
import { readCredits } from './read-credits.ts';

/**
 * Finishes a customer's closings, oldest first. Each one gives the provider the credits that it doesn't have yet,
 * empties the balance once, and asks for refunds to the cards that paid for the plan. The part that no card can take is
 * saved for the admin.
 *
 * Each step is saved and has its own idempotency key, so the work can stop after any step and run again, even twice in
 * parallel.
 *
 * Throws 503 `credit_pending` while the provider still collects for the plan. The reason is saved for the admin, who
 * sees it after a day (Needs attention).
 */
export async function finishClosings(services: Services, customerId: string): Promise<void> {
  for (const closing of await listOpenClosings(services.db, customerId)) {
    try {
      await finish(services, closing);
    } catch (error) {
      await setFailure(services.db, closing.id, reasonOf(error));
      throw error;
    }
  }
}

/** Returns why a closing isn't finished, in one sentence for the admin. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return messageOf(error).slice(0, maxReasonLength);
  // A 503 without a cause is the provider's; its words are for customers.
  if (error.cause instanceof Error) return error.cause.message;
  return error.status === 503 ? "The payment provider doesn't respond." : error.message;
}

const maxReasonLength = 300;

async function finish(services: Services, closing: OpenClosing): Promise<void> {
  const { db, clock } = services;
  const { id, subscriptionId, customerId, stripeCustomerId, cancellationDate } = closing;
  const { taken, owed, providerId } = closing.taken === null ? await decide(services, closing) : closing;
  const takenCents = centsOf(taken ?? '0');
  if (takenCents !== 0 && providerId === null && stripeCustomerId) {
    const entry = await services.payments.addCredit({
      customerId: stripeCustomerId,
      amountCents: -takenCents,
      idempotencyKey: closingKeyOf(id),
      description: 'The plan has ended',
    });
    await setTakenAway(db, id, entry.id);
  }
  const owedCents = centsOf(owed ?? '0');
  const debt = { causeId: id, subscriptionId, customerId, cents: owedCents, paidBy: cancellationDate };
  const refundedCents = owedCents > 0 ? await refundPlanEnd(services, debt) : 0;
  await setClosed(db, id, { unused: centsToText(owedCents - refundedCents), closedAt: clock() });
}

export function closingKeyOf(closingId: string): string {
  return `close:${closingId}`;
}

/** Reads the balance, decides how much of it the customer gets back, and saves both. Throws 503 `credit_pending`. */
async function decide(services: Services, closing: OpenClosing): Promise<Decided> {
  const { db, payments } = services;
  const { id, subscriptionId, stripeSubscriptionId, stripeCustomerId, cancellationDate } = closing;
  const theirs = await payments.getSubscription(stripeSubscriptionId);
  if (!theirs || (await isBalanceGone(services, closing))) return await decideAlone(db, closing);
  const invoices = await closeInvoices(services, theirs);
  const collecting = collectingWords(theirs, invoices);
  if (collecting) throw Object.assign(creditPending(), { cause: new Error(collecting) });
  const takenCents = stripeCustomerId ? await readOwnBalance(services, closing, stripeCustomerId) : 0;
  const unpaid = invoices.filter(({ status }) => status === 'void');
  // A void invoice has returned the credit it used, possibly since this plan was last synced. An invoice that a person
  // wrote off keeps it.
  for (const { creditCents, periodStart: startsAt } of unpaid) {
    if (creditCents === 0) await clearMonthCredit(db, { subscriptionId, startsAt });
  }
  // Months that were paid after the plan's end are refunded entirely (`refundLateMonths`).
  const late = invoices.filter(({ status, paidAt }) => {
    return status === 'paid' && cancellationDate !== null && paidAt !== null && paidAt > cancellationDate;
  });
  const unserved = [...unpaid, ...late].map(({ periodStart }) => periodStart);
  const unpaidCents = centsOf(await sumCreditsOfMonths(db, closing, unserved));
  // An earlier closing of the same end has already returned the credit that these months used.
  const usedLate = (await wasClosed(db, closing)) ? [] : late;
  const lateCents = usedLate.reduce((sum, { creditCents }) => sum + creditCents, 0);
  const owedCents = Math.max(0, Math.max(0, takenCents) - unpaidCents + Math.max(0, lateCents));
  const owed = centsToText(owedCents);
  return await setTaken(db, id, { taken: centsToText(takenCents), owed, providerId: null });
}

/**
 * Returns the part of a customer's balance, in cents, that comes from the ended plan: all plan credit, unless the
 * customer has another plan by now.
 */
async function readOwnBalance(
  { db, payments }: Services,
  { subscriptionId, customerId }: OpenClosing,
  stripeCustomerId: string,
): Promise<number> {
  const cents = balanceOfPlans(await payments.listCredits(stripeCustomerId));
  if (!(await hasLiveSubscription(db, customerId))) return cents;
  const { balanceCents } = await readCredits(db, { id: subscriptionId });
  return Math.max(0, Math.min(cents, balanceCents));
}

/**
 * Returns whether the provider's balance is lost: its customer was deleted there, or is another one by now. Then it no
 * longer lists a credit that we gave, or has no customer to give one to.
 */
async function isBalanceGone(services: Services, { subscriptionId, stripeCustomerId }: OpenClosing): Promise<boolean> {
  if (stripeCustomerId === null) return false;
  const { db, payments } = services;
  const there = new Set((await payments.listCredits(stripeCustomerId)).map(({ id }) => id));
  const given = (await listCredits(db, subscriptionId)).flatMap(({ providerId }) => providerId ?? []);
  if (given.some((providerId) => providerId !== noProviderId && !there.has(providerId))) return true;
  try {
    await applyCreditsOf(services, subscriptionId);
    return false;
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return true;
    throw error;
  }
}

/**
 * Decides a closing whose plan or customer the provider doesn't know: our keys belong to another account there, or a
 * person deleted the customer. That balance can't be read or changed, so the amount in our books is owed.
 */
async function decideAlone(db: Db, { id, subscriptionId }: OpenClosing): Promise<Decided> {
  await setNeverApplied(db, subscriptionId);
  const { balanceCents } = await readCredits(db, { id: subscriptionId });
  const owed = centsToText(Math.max(0, balanceCents));
  return await setTaken(db, id, { taken: centsToText(balanceCents), owed, providerId: noProviderId });
}

/**
 * Returns what can still take something from the balance at the provider, as a sentence; null if nothing can. A void
 * invoice has returned what it took.
 */
function collectingWords(
  { id, status, endsAtPeriodEnd }: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
): string | null {
  if (status !== 'canceled' && !endsAtPeriodEnd) return `The plan ${id} still runs at the payment provider.`;
  const unpaid = invoices.find(isUnpaid);
  if (!unpaid) return null;
  const state = unpaid.status === 'draft' ? 'still a draft' : 'still open';
  return `The invoice ${unpaid.id} of $${centsToText(unpaid.amountCents)} is ${state} at the payment provider.`;
}

/**
 * Returns the part of a customer's balance, in cents, that comes from plans, without what a person gave or took.
 * Negative while a small remainder is owed.
 */
export function balanceOfPlans(newestFirst: readonly ProviderCredit[]): number {
  return unusedCents(newestFirst) || remainderCents(newestFirst);
}
