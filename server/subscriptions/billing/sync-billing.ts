import { v7 as newId } from 'uuid';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { type InvoiceWithPayment, readRenewals, recordRenewal } from '../../payments/ledger/record-renewal.ts';
import { refundLateMonths } from '../../payments/refunds/refund-late-months.ts';
import type { Services } from '../../services.ts';
import { applyPending } from '../change/apply-pending.ts';
import { closeCredits } from '../credits/close-credits.ts';
import { readCredits } from '../credits/read-credits.ts';
import { recordInvoicedMonths } from '../credits/record-month.ts';
import { isAtOdds } from '../end-rules.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { decideBilling, isOtherPlan, isStuckDraft } from '../rules.ts';
import { setStatus } from '../set-status.ts';
import {
  changeSubscription,
  findByProvider,
  findSubscription,
  listOfPayer,
  lockSubscription,
  type SubscriptionRow,
  setProviderSubscription,
} from '../subscriptions.store.ts';
import { extendPaidMonth } from './move-month-end.ts';
import { reportDraft, reportUnknown } from './report-unsynced.ts';

/**
 * Brings a plan in line with the provider. Returns its changes, one line of text each, for a person. It:
 * - records every paid or declined renewal once,
 * - applies `decideBilling` (grace period, pause, resume),
 * - reports a month that stays a draft,
 * - cancels a plan that the provider has ended and refunds what was charged after that.
 *
 * It reads the provider's truth itself, so any event may call it, in any order and any number of times.
 */
export async function syncBilling(services: Services, subscriptionId: string): Promise<string[]> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const news = await syncOnce(services, subscriptionId);
    if (news !== 'overtaken') return news;
  }
  throw new Error(`the subscription ${subscriptionId} changes faster than the provider responds`);
}

/** Syncs the plan with this id at the provider. Ignores a plan that isn't ours or whose first month isn't paid yet. */
export async function syncBillingOf(services: Services, stripeSubscriptionId: string): Promise<void> {
  const ours = await findByProvider(services.db, stripeSubscriptionId);
  if (ours) await syncBilling(services, ours.id);
}

/** Syncs every plan of one of the provider's customers, including plans that have ended. */
export async function syncPayer(services: Services, stripeCustomerId: string): Promise<void> {
  for (const id of await listOfPayer(services.db, stripeCustomerId)) await syncBilling(services, id);
}

const maxTries = 5;

async function syncOnce(services: Services, subscriptionId: string): Promise<string[] | 'overtaken'> {
  const known = await findSubscription(services.db, subscriptionId);
  if (!known) return [];
  const theirs = await services.payments.getSubscription(known.stripeSubscriptionId);
  if (!theirs) await reportUnknown(services, known);
  if (!theirs || theirs.status === 'incomplete') return [];
  const renewals = await readRenewals(services, theirs.id);
  // If another subscription has replaced this one at the provider, the last month of this one may not be recorded yet.
  const before = theirs.id === known.stripeSubscriptionId ? [] : await recordMonths(services, known);
  const synced = await inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, subscriptionId);
    const locked = (await lockSubscription(trx, subscriptionId)) as SubscriptionRow;
    // The plan changed while we read the provider, so what we read may be out of date.
    if (!isSameState(known, locked)) return null;
    const ours = await applyPending(services, trx, locked);
    const recorded = await recordRenewals(services, trx, ours, renewals);
    const creditCents = (await readCredits(trx, ours)).balanceCents;
    await recordInvoicedMonths(services, trx, ours, renewals);
    // An invoice of an ended plan that is voided returns its credit, although an earlier closing has emptied the balance.
    const isReturned = ours.status === 'cancelled' && (await readCredits(trx, ours)).balanceCents > creditCents;
    if (isReturned) await closeCredits(services, trx, ours);
    const after = await applyBilling(services, trx, ours, theirs, renewals);
    if (ours !== locked) await refreshPlanStops(services, trx, after);
    const [was, is] = [stateOf(locked), stateOf(after)];
    return { after, news: was === is ? recorded : [...recorded, `plan ${subscriptionId}: ${was} → ${is}`] };
  });
  if (!synced) return 'overtaken';
  const { after, news } = synced;
  const hasEnded = after.status === 'cancelled' && theirs.status === 'canceled';
  return [...before, ...news, ...(hasEnded ? await refundAfterEnd(services, after) : [])];
}

function stateOf({ status, pastDueSince }: SubscriptionRow): string {
  return pastDueSince ? `${status}, past due` : status;
}

/** Returns true if a plan's status and billing are the same in both rows. */
function isSameState(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return (
    before.stripeSubscriptionId === after.stripeSubscriptionId &&
    before.status === after.status &&
    before.isPausedForPayment === after.isPausedForPayment &&
    before.pastDueSince?.getTime() === after.pastDueSince?.getTime() &&
    before.currentPeriodEnd?.getTime() === after.currentPeriodEnd?.getTime() &&
    before.cancellationDate?.getTime() === after.cancellationDate?.getTime()
  );
}

/**
 * Records every charge for a plan and the visits of its months. Call it before our row names another subscription at
 * the provider, because the charges of this one aren't read after that. Returns a line of text for each new charge.
 */
export async function recordMonths(services: Services, subscription: SubscriptionRow): Promise<string[]> {
  const renewals = await readRenewals(services, subscription.stripeSubscriptionId);
  return await inTransaction(services.db, async (trx) => {
    const locked = (await lockSubscription(trx, subscription.id)) as SubscriptionRow;
    const recorded = await recordRenewals(services, trx, subscription, renewals);
    // A month that was charged before the plan's end may not be recorded yet, and held visits need its price. Later
    // months are refunded.
    const { cancellationDate } = locked;
    const isKept = ({ periodStart, paidAt }: ProviderInvoice) =>
      cancellationDate === null || periodStart < cancellationDate || (paidAt !== null && paidAt <= cancellationDate);
    const kept = renewals.filter(({ invoice }) => isKept(invoice));
    await recordInvoicedMonths(services, trx, locked, kept);
    return recorded;
  });
}

/** Records the charges of a subscription at the provider, but no visits, because nobody is served in its months. */
export async function recordCharges(services: Services, subscription: SubscriptionRow): Promise<void> {
  const renewals = await readRenewals(services, subscription.stripeSubscriptionId);
  await inTransaction(services.db, async (trx) => await recordRenewals(services, trx, subscription, renewals));
}

/**
 * Records the last months of an ended plan, and refunds those that were charged after its end. The plan isn't synced
 * after that.
 */
export async function closeBooks(services: Services, subscription: SubscriptionRow): Promise<void> {
  await recordMonths(services, subscription);
  await refundAfterEnd(services, subscription);
}

/** Refunds the months that were charged after the plan's end, because nobody is served in them. */
async function refundAfterEnd(
  services: Services,
  { id: subscriptionId, stripeSubscriptionId, customerId, cancellationDate: endedAt }: SubscriptionRow,
): Promise<string[]> {
  if (!endedAt) return [];
  return await refundLateMonths(services, { stripeSubscriptionId, subscriptionId, customerId, endedAt });
}

async function recordRenewals(
  services: Services,
  trx: Db,
  { id: subscriptionId, customerId, packageType }: SubscriptionRow,
  renewals: readonly InvoiceWithPayment[],
): Promise<string[]> {
  const recorded: string[] = [];
  for (const { invoice, truth } of renewals) {
    // The plan's package may have changed since that month was billed.
    const renewal = { subscriptionId, customerId, packageType: invoice.packageType ?? packageType, invoice, truth };
    recorded.push(...(await recordRenewal(services, trx, renewal)));
  }
  return recorded;
}

async function applyBilling(
  services: Services,
  trx: Db,
  ours: SubscriptionRow,
  theirs: ProviderSubscription,
  renewals: readonly InvoiceWithPayment[],
): Promise<SubscriptionRow> {
  const now = services.clock();
  const isOwing = renewals.some(({ invoice }) => invoice.status === 'open' && invoice.attempts > 0);
  const paidAt = renewals.map(({ invoice }) => invoice.paidAt?.getTime() ?? 0);
  const lastPaidAt = new Date(Math.max(0, ...paidAt));
  const verdict = decideBilling({ ours, theirs: theirs.status, isOwing, lastPaidAt, now });
  if (theirs.id !== ours.stripeSubscriptionId) await setProviderSubscription(trx, ours, theirs.id);
  const isPaidLate = ours.status === 'paused' && ours.pastDueSince !== null && verdict.pastDueSince === null;
  const isExtended = isPaidLate && verdict.status !== 'cancelled';
  const before = isExtended ? await extendPaidMonth(services, trx, ours) : ours;
  const changed = await changeSubscription(trx, ours.id, {
    currentPeriodEnd: attemptedPeriodEnd(before, theirs, renewals),
    pastDueSince: verdict.pastDueSince,
    isPausedForPayment: verdict.isPausedForPayment,
  });
  const after = await setStatus(services, trx, changed, verdict.status);
  const isMoved = after.status !== ours.status || isAtOdds(after, theirs) || after.renewsAt !== null;
  if (isMoved || (after.status !== 'cancelled' && isOtherPlan(after, theirs))) {
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: ours.id });
  }
  for (const { invoice } of renewals) {
    if (after.status !== 'cancelled' && isStuckDraft(invoice, now)) await reportDraft(services, trx, after, invoice);
  }
  if (verdict.news === 'past-due') await notifyPastDue(services, trx, after);
  if (verdict.news === 'paid') await notifyPaid(services, trx, after);
  return after;
}

/**
 * Returns the end of the period to save. The provider starts a period about an hour before it charges for it. Until
 * that charge is attempted, the old end stays, so that the hourly job keeps checking: the event of the charge may be
 * lost.
 */
function attemptedPeriodEnd(
  { stripeSubscriptionId, status, currentPeriodEnd, renewsAt }: SubscriptionRow,
  theirs: ProviderSubscription,
  renewals: readonly InvoiceWithPayment[],
): Date {
  // A job is moving the end there.
  if (renewsAt !== null) return renewsAt;
  // An ended plan keeps the end of its paid period, because a month that began after the plan's end is refunded.
  if (status === 'cancelled' && currentPeriodEnd !== null) return currentPeriodEnd;
  const isAnother = stripeSubscriptionId !== theirs.id || currentPeriodEnd === null;
  const isAttempted = renewals.some(
    ({ invoice: { status, attempts, periodEnd } }) =>
      periodEnd >= theirs.currentPeriodEnd && (status === 'paid' || status === 'void' || attempts > 0),
  );
  return isAnother || isAttempted || theirs.currentPeriodEnd < currentPeriodEnd
    ? theirs.currentPeriodEnd
    : currentPeriodEnd;
}

async function notifyPastDue(services: Services, trx: Db, { id, customerId, status }: SubscriptionRow): Promise<void> {
  const email = { kind: 'past-due', subjectId: id, recipientId: customerId, revision: newId() } as const;
  await services.messages.write(services, trx, [{ ...email, dueAt: services.clock() }]);
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Your card was declined',
      message:
        status === 'paused'
          ? "We couldn't charge a month of your plan from before its pause. Please update your card: it is still due."
          : "We couldn't charge this month of your plan. Please update your card so that your pickups continue.",
      type: 'payment_failed',
      actionUrl: '/billing',
    },
  ]);
}

async function notifyPaid(services: Services, trx: Db, { customerId, status }: SubscriptionRow): Promise<void> {
  await services.messages.notify(services, trx, [
    {
      userId: customerId,
      title: 'Payment received',
      message:
        status === 'paused' ? 'Thank you. Your plan is still paused.' : 'Thank you. Your plan is paid and continues.',
      type: 'payment_succeeded',
      actionUrl: '/billing',
    },
  ]);
}
