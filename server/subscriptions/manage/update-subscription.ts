import type { z } from 'zod/mini';
import type { updateSubscription as endpoint } from '../../../contract/subscriptions.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { monthlyPriceRange } from '../../../contract/values/plan/new-price.ts';
import { type Change, recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { endDuePlan } from '../billing/end-due-plan.ts';
import { beginWithServiceDay, extendPaidMonth } from '../billing/move-month-end.ts';
import { recordMonths, syncBilling } from '../billing/sync-billing.ts';
import { syncCurrentMonth } from '../cancel/sync-current-month.ts';
import { applyPending } from '../change/apply-pending.ts';
import { notifyChange } from '../change/notify-change.ts';
import { renewing } from '../change/read-change.ts';
import { changesUnrecordedMonth, isRenewing } from '../change/rules.ts';
import { findLastMonth } from '../credits/credits.store.ts';
import { finishClosings } from '../credits/finish-closings.ts';
import { recountForDays } from '../credits/recount-month.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { describeEdit } from '../describe-edit.ts';
import { mayRunOut } from '../end-rules.ts';
import { changeServiceDays, notifyNewDays, readServiceChange } from '../occurrences/change-service-days.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { editedColumns, priceNewsOf } from '../price-rules.ts';
import { requireAdminSubscription } from '../require-subscription.ts';
import { billedPlanOf } from '../rules.ts';
import { setStatus } from '../set-status.ts';
import { alreadySubscribed } from '../subscribe/create-subscription.ts';
import {
  type AdminSubscriptionRow,
  changeSubscription,
  hasLiveSubscription,
  isSecondLive,
  lockCustomer,
  lockSubscription,
  type SubscriptionRow,
  setProviderSubscription,
} from '../subscriptions.store.ts';
import { tellNewPrice } from './tell-new-price.ts';

type Body = z.output<(typeof endpoint)['body']>;
type PricedUpdates = Omit<Body, 'updates'> & { priceCents: number | undefined };

/**
 * Edits a plan for the dispatcher: status, bag limit, price and package (`editedColumns`), and tells the customer a new
 * price. A cancelled plan that still runs at the provider is
 * reactivated without a charge. Before any other plan becomes active again, the saved card is charged for what is due;
 * if it is declined (402), nothing changes. A live plan keeps its scheduled end, so two people who resume it at once
 * don't undo its cancellation.
 *
 * Throws 400, 404 and 409:
 * - the customer has another plan or is no longer an active customer,
 * - `renewing`: any price or package while a pending one is about to begin, or another price while the month that has
 *   begun isn't recorded yet.
 */
export async function updateSubscription(
  services: Services,
  actorId: string,
  id: string,
  body: Body,
): Promise<AdminSubscriptionRow> {
  const updates = body.updates ?? body;
  const priced = { ...updates, priceCents: readPrice(updates.pricePerMonth) };
  const hasPrice = priced.priceCents !== undefined || updates.packageType !== undefined;
  // A plan whose scheduled end has passed is reactivated like any other ended plan.
  if (updates.status) await endDuePlan(services, id);
  if (updates.status === 'cancelled' || hasPrice) await syncPaidMonth(services, id);
  // What is charged at the end of a pause depends on the months that are recorded.
  if (updates.status === 'active') await syncPaused(services, id);
  const before = await requireAdminSubscription(services.db, id);
  const isRevived = before.status === 'cancelled' && updates.status !== undefined && updates.status !== 'cancelled';
  const collects = isRevived || (updates.status === 'active' && before.status !== 'active');
  const collected = collects ? await collectAgain(services, before, priced) : undefined;
  const atProvider = collected?.theirs;
  const change = inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, id);
    const known = (await lockSubscription(trx, id)) as SubscriptionRow;
    await writeDueCredits(services, trx, known);
    const locked = await applyPending(services, trx, known);
    const now = services.clock();
    const isPending = locked.pendingFrom !== null || locked.pendingPriceFrom !== null;
    if (hasPrice && isPending && isRenewing(locked, now)) throw renewing();
    if (isRevived) await requireCustomer(trx, locked.customerId);
    const changes = changesOf(locked, priced, now);
    if (changesUnrecordedMonth(locked, { ...locked, ...changes }, now)) throw renewing();
    const isResumed = collected !== undefined && locked.status === 'paused';
    const isPaidLate = isResumed && locked.pastDueSince !== null;
    if (isPaidLate) await extendPaidMonth(services, trx, locked);
    const changed = await changeSubscription(trx, id, changes);
    await recountForDays(services, trx, locked, changed);
    if (atProvider && atProvider.id !== locked.stripeSubscriptionId) {
      await setProviderSubscription(trx, locked, atProvider.id);
    }
    const resumed =
      isResumed && !isPaidLate ? await beginWithServiceDay(services, trx, changed, collected.keepsMonth) : changed;
    const moved = updates.status ? await setStatus(services, trx, resumed, updates.status) : resumed;
    if (moved.status === 'active') await applyServiceChange(services, trx, locked, moved);
    await refreshPlanStops(services, trx, moved);
    const news = priceNewsOf(locked, moved);
    if (news) await tellNewPrice(services, trx, moved, news);
    await recordChanges(services, trx, describeChanges(locked, moved, actorId));
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: id });
    // Records the charge for the reactivation.
    if (collects) await services.jobs.enqueue(trx, 'sync-billing', { subscriptionId: id });
  });
  await change.catch(async (error: unknown) => {
    if (collects) await enqueueSync(services, id);
    throw isSecondLive(error) ? alreadySubscribed() : error;
  });
  return await requireAdminSubscription(services.db, id);
}

/**
 * Syncs a plan's billing if its paid month isn't recorded yet. Without the month, a cancellation would end the plan at
 * the provider immediately, a reactivation would charge the month again, and another price would be refused. Ignores an
 * unavailable provider.
 */
async function syncPaidMonth(services: Services, id: string): Promise<void> {
  await syncCurrentMonth(services, id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
  });
}

async function syncPaused(services: Services, id: string): Promise<void> {
  const plan = await requireAdminSubscription(services.db, id);
  if (plan.status === 'paused') await syncBilling(services, id);
}

interface Collected {
  readonly theirs: ProviderSubscription;
  /** Whether a month that is recorded was running already, so that nothing was charged for another one. */
  readonly keepsMonth: boolean;
}

/**
 * Makes the provider charge the saved card again. Enqueues a sync job first: if this process dies before our row says
 * active, the job stops the charges again.
 */
async function collectAgain(
  services: Services,
  subscription: SubscriptionRow,
  updates: PricedUpdates,
): Promise<Collected> {
  if (subscription.status === 'cancelled') {
    if (await hasLiveSubscription(services.db, subscription.customerId)) throw alreadySubscribed();
    await requireCustomer(services.db, subscription.customerId);
    // Future months must not use the credit that is being refunded.
    await finishClosings(services, subscription.customerId);
  }
  await enqueueSync(services, subscription.id, { afterSeconds: syncDelaySeconds });
  const changed = { ...subscription, ...changesOf(subscription, updates, services.clock()) };
  const { stripeSubscriptionId } = subscription;
  if (subscription.status === 'cancelled') {
    const running = await keepRunning(services, subscription);
    if (running) return { theirs: running, keepsMonth: true };
    await finishCancel(services, stripeSubscriptionId);
  }
  const month = await findLastMonth(services.db, subscription.id);
  const keepsMonth = month !== undefined && month.endsAt > services.clock();
  const plan = billedPlanOf(changed);
  const theirs = await services.payments.resumeSubscription(stripeSubscriptionId, plan, { keepsMonth });
  // Records a month that has just begun, and the last ones of a subscription that another one has replaced.
  if (theirs.id !== stripeSubscriptionId || !keepsMonth) await recordMonths(services, subscription);
  return { theirs, keepsMonth };
}

/**
 * Locks the account and throws 409 `no_customer` unless it is an active customer's. Nobody else could see the plan that
 * charges it.
 */
async function requireCustomer(db: Db, customerId: string): Promise<void> {
  if (await lockCustomer(db, customerId)) return;
  throw new Refusal(409, 'This account is no longer an active customer.', { code: 'no_customer' });
}

/**
 * Keeps a cancelled plan running at the provider if its paid month isn't over. Nothing is charged, and the card isn't
 * checked, because it has already paid for this month. Returns undefined if the plan can't continue there.
 */
async function keepRunning(
  { payments, clock }: Services,
  subscription: SubscriptionRow,
): Promise<ProviderSubscription | undefined> {
  const { stripeSubscriptionId: id, currentPeriodEnd } = subscription;
  const theirs = await payments.getSubscription(id);
  const isPaid = currentPeriodEnd !== null && currentPeriodEnd > clock();
  if (!isPaid || theirs?.id !== id || !mayRunOut(subscription, theirs)) return undefined;
  if (await isMonthRefunded(payments, id)) return undefined;
  const kept = await payments.keepRenewing(id);
  return kept.status === 'canceled' ? undefined : kept;
}

/** Returns true if a person has refunded all of the last month that the plan was charged for. */
async function isMonthRefunded(payments: Services['payments'], stripeSubscriptionId: string): Promise<boolean> {
  const months = await payments.listInvoices(stripeSubscriptionId);
  const intentId = months.find(({ status }) => status === 'paid')?.intentId;
  const payment = intentId ? await payments.getPayment(intentId) : null;
  return payment !== null && payment.refundedCents >= payment.amountCents;
}

/**
 * Ends a cancelled subscription at the provider before a successor is made. Otherwise a sync job that has already read
 * our row as cancelled could end the successor.
 */
async function finishCancel({ payments }: Services, stripeSubscriptionId: string): Promise<void> {
  const atProvider = await payments.getSubscription(stripeSubscriptionId);
  if (atProvider?.id === stripeSubscriptionId) await payments.cancelSubscription(stripeSubscriptionId);
}

const moves = { active: 'resumed', paused: 'paused', cancelled: 'cancelled' } as const;

/** Returns an edit's lines for the trail; none if nothing has changed. */
function describeChanges(before: SubscriptionRow, after: SubscriptionRow, actorId: string): Change[] {
  const subject = { actorId, subject: 'subscription', subjectId: after.id } as const;
  const details = describeEdit(before, after);
  return [
    ...(Object.keys(details).length > 0 ? [{ ...subject, action: 'edited' as const, details }] : []),
    ...(before.status === after.status ? [] : [{ ...subject, action: moves[after.status] }]),
  ];
}

/** Longer than the provider's calls take. A sync during those calls would undo the reactivation. */
const syncDelaySeconds = 90;

async function enqueueSync(services: Services, subscriptionId: string, when?: { afterSeconds: number }): Promise<void> {
  await inTransaction(services.db, (trx) => services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId }, when));
}

function readPrice(price: string | number | undefined): number | undefined {
  if (price === undefined) return undefined;
  const cents = textToCents(price);
  if (cents !== null && cents >= monthlyPriceRange.min && cents <= monthlyPriceRange.max) return cents;
  const message = 'Please enter a price from 1.00 to 1000.00';
  throw new Refusal(400, message, { errors: { pricePerMonth: message } });
}

function changesOf(before: SubscriptionRow, updates: PricedUpdates, now: Date) {
  const { bagCountLimit, status } = updates;
  return {
    updatedAt: now,
    // The dispatcher's decision stays: a payment doesn't change the status any more.
    ...(status !== undefined && status !== before.status && { isPausedForPayment: false }),
    ...(bagCountLimit !== undefined && { bagCountLimit }),
    ...editedColumns(before, updates, now),
  };
}

/**
 * Replaces the stops on weekdays that the plan no longer has, including those made ahead for a package that is no
 * longer pending. Notifies the customer of the change.
 */
async function applyServiceChange(
  services: Services,
  trx: Db,
  before: SubscriptionRow,
  after: SubscriptionRow,
): Promise<void> {
  const hasOtherDays = after.pickupDays.join() !== before.pickupDays.join();
  if (!hasOtherDays && after.pendingFrom?.getTime() === before.pendingFrom?.getTime()) return;
  const change = await readServiceChange(services, trx, before, after);
  await changeServiceDays(services, trx, after, change);
  if (before.pendingPackageType !== null && after.pendingPackageType === null) {
    await notifyChange(services, trx, { before, after, service: change });
  }
  if (hasOtherDays) await notifyNewDays(services, trx, after, change);
}
