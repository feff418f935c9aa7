import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { type InvoiceWithPayment, readRenewals } from '../../payments/ledger/read-renewals.ts';
import { recordRenewal } from '../../payments/ledger/record-renewal.ts';
import { refundMonths } from '../../payments/refunds/refund-months.ts';
import type { Services } from '../../services.ts';
import { lockOpenStops } from '../occurrences/store.ts';
import { decideBilling, isAtOdds, isOtherPlan } from '../rules.ts';
import { setStatus } from '../set-status.ts';
import {
  changeSubscription,
  findByProvider,
  findSubscription,
  listOfPayer,
  lockSubscription,
  type SubscriptionRow,
  setProviderSubscription,
} from '../store.ts';
import { reportUnknown } from './report-unsynced.ts';

/**
 * Brings a plan in line with the provider's books: every renewal that was paid or refused is a line once; while one is
 * refused the service goes on for the grace time, is paused then, and resumed by a later payment; what the provider has ended
 * is cancelled, and what it has charged after that goes back. It reads the truth itself, so it may be called by any event, in
 * any order, as often as it likes. Answers what it has changed here, a line each, in words for a person.
 */
export async function syncBilling(services: Services, subscriptionId: string): Promise<string[]> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const news = await syncOnce(services, subscriptionId);
    if (news !== 'overtaken') return news;
  }
  throw new Error(`the subscription ${subscriptionId} changes faster than the provider answers`);
}

/** The same by the provider's id. Ignores a plan that isn't ours or whose first month isn't paid yet. */
export async function syncBillingOf(services: Services, stripeSubscriptionId: string): Promise<void> {
  const ours = await findByProvider(services.db, stripeSubscriptionId);
  if (ours) await syncBilling(services, ours.id);
}

/** The same for every plan of one of the provider's customers, including plans that have ended. */
export async function syncPayer(services: Services, stripeCustomerId: string): Promise<void> {
  for (const id of await listOfPayer(services.db, stripeCustomerId)) await syncBilling(services, id);
}

const mostTries = 5;

async function syncOnce(services: Services, subscriptionId: string): Promise<string[] | 'overtaken'> {
  const known = await findSubscription(services.db, subscriptionId);
  if (!known) return [];
  const theirs = await services.payments.getSubscription(known.stripeSubscriptionId);
  if (!theirs) await reportUnknown(services, known);
  if (!theirs || theirs.status === 'incomplete') return [];
  const renewals = await readRenewals(services, theirs.id);
  // Another one has taken its place: its last month may be unbooked yet.
  const before = theirs.id === known.stripeSubscriptionId ? [] : await bookMonths(services, known);
  const followed = await inTransaction(services.db, async (trx) => {
    // Stops before their subscription: the order in which a completion locks them.
    await lockOpenStops(trx, subscriptionId);
    const locked = (await lockSubscription(trx, subscriptionId)) as SubscriptionRow;
    // What was read before somebody's later word must not be written after it.
    if (!isSameState(known, locked)) return null;
    const booked = await bookRenewals(services, trx, locked, renewals);
    const after = await follow(services, trx, locked, theirs, renewals);
    const [was, is] = [stateOf(locked), stateOf(after)];
    return { after, news: was === is ? booked : [...booked, `plan ${subscriptionId}: ${was} → ${is}`] };
  });
  if (!followed) return 'overtaken';
  const { after, news } = followed;
  const hasEnded = after.status === 'cancelled' && theirs.status === 'canceled';
  return [...before, ...news, ...(hasEnded ? await giveBackLate(services, after) : [])];
}

function stateOf({ status, pastDueSince }: SubscriptionRow): string {
  return pastDueSince ? `${status}, past due` : status;
}

/** Whether nobody has moved a plan, or noted what is paid of it, between two looks. */
function isSameState(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return (
    before.stripeSubscriptionId === after.stripeSubscriptionId &&
    before.status === after.status &&
    before.isPausedForPayment === after.isPausedForPayment &&
    before.pastDueSince?.getTime() === after.pastDueSince?.getTime() &&
    before.currentPeriodEnd?.getTime() === after.currentPeriodEnd?.getTime()
  );
}

/**
 * Writes every month that the provider has charged for a plan into the books, and changes nothing else: before another
 * subscription takes this one's place there. Answers what is new, a line each.
 */
export async function bookMonths(services: Services, subscription: SubscriptionRow): Promise<string[]> {
  const renewals = await readRenewals(services, subscription.stripeSubscriptionId);
  return await inTransaction(services.db, async (trx) => await bookRenewals(services, trx, subscription, renewals));
}

/** The last that is done for a plan that has ended: nobody looks at it after that. */
export async function closeBooks(services: Services, subscription: SubscriptionRow): Promise<void> {
  await bookMonths(services, subscription);
  await giveBackLate(services, subscription);
}

/** Nobody is served for a month that was charged when the plan had ended already. */
async function giveBackLate(
  services: Services,
  { stripeSubscriptionId, cancellationDate }: SubscriptionRow,
): Promise<string[]> {
  return cancellationDate ? await refundMonths(services, stripeSubscriptionId, cancellationDate) : [];
}

async function bookRenewals(
  services: Services,
  trx: Db,
  { id: subscriptionId, customerId, packageType }: SubscriptionRow,
  renewals: readonly InvoiceWithPayment[],
): Promise<string[]> {
  const booked: string[] = [];
  for (const { invoice, truth } of renewals) {
    // The plan may have become another since that month was billed.
    const renewal = { subscriptionId, customerId, packageType: invoice.packageType ?? packageType, invoice, truth };
    booked.push(...(await recordRenewal(services, trx, renewal)));
  }
  return booked;
}

async function follow(
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
  const changed = await changeSubscription(trx, ours.id, {
    currentPeriodEnd: triedUntil(ours, theirs, renewals),
    pastDueSince: verdict.pastDueSince,
    isPausedForPayment: verdict.isPausedForPayment,
  });
  const isMoved = verdict.status !== ours.status || isAtOdds(verdict.status, theirs.status);
  if (isMoved || (verdict.status !== 'cancelled' && isOtherPlan(ours, theirs))) {
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: ours.id });
  }
  const after = await setStatus(services, trx, changed, verdict.status);
  if (verdict.news === 'past-due') await tellPastDue(services, trx, after);
  if (verdict.news === 'paid') await tellPaid(services, trx, after);
  return after;
}

/**
 * The provider turns the period about an hour before it charges for it. As long as that was not tried, the old end stays, so
 * that the hourly job goes on looking: the event that tells of the charge may be lost.
 */
function triedUntil(
  { stripeSubscriptionId, currentPeriodEnd }: SubscriptionRow,
  theirs: ProviderSubscription,
  renewals: readonly InvoiceWithPayment[],
): Date {
  const isAnother = stripeSubscriptionId !== theirs.id || currentPeriodEnd === null;
  const isTried = renewals.some(
    ({ invoice: { status, attempts, periodEnd } }) =>
      periodEnd >= theirs.currentPeriodEnd && (status !== 'open' || attempts > 0),
  );
  return isAnother || isTried || theirs.currentPeriodEnd < currentPeriodEnd
    ? theirs.currentPeriodEnd
    : currentPeriodEnd;
}

async function tellPastDue(services: Services, trx: Db, { id, customerId, status }: SubscriptionRow): Promise<void> {
  await services.jobs.enqueue(trx, 'send-past-due', { subscriptionId: id });
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: customerId,
    title: 'Your card was refused',
    message:
      status === 'paused'
        ? 'A month of your plan from before its pause could not be charged. Please update your card: it is still owed.'
        : 'This month of your plan could not be charged. Please update your card, so that your pickups go on.',
    type: 'payment_failed',
    actionUrl: '/billing',
  });
}

async function tellPaid(services: Services, trx: Db, { customerId, status }: SubscriptionRow): Promise<void> {
  await services.jobs.enqueue(trx, 'notify-person', {
    userId: customerId,
    title: 'Payment received',
    message:
      status === 'paused' ? 'Thank you. Your plan is still paused.' : 'Thank you: your plan is paid and goes on.',
    type: 'payment_succeeded',
    actionUrl: '/billing',
  });
}
