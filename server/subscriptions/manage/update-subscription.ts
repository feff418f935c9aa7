import type { z } from 'zod/mini';
import { defaultPreferredDay, type updateSubscription as endpoint } from '../../../contract/subscriptions.ts';
import { centsToText, textToCents } from '../../../contract/values/money.ts';
import { planOfPrice } from '../../../contract/values/prices.ts';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { type Change, recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import type { ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { endDuePlan } from '../billing/end-due-plan.ts';
import { recordMonths } from '../billing/sync-billing.ts';
import { knowMonth } from '../cancel/know-month.ts';
import { applyPending } from '../change/apply-pending.ts';
import { notifyChange } from '../change/notify-change.ts';
import { renewing } from '../change/read-change.ts';
import { changesUnrecordedMonth, isRenewing } from '../change/rules.ts';
import { finishClosings } from '../credits/finish-closings.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { describeEdit } from '../describe-edit.ts';
import { mayRunOut } from '../end-rules.ts';
import { changeServiceDays, notifyNewDays, readServiceChange } from '../occurrences/change-service-days.ts';
import { refreshPlanStops } from '../occurrences/refresh-plan-stops.ts';
import { lockOpenStops } from '../occurrences/store.ts';
import { requireAdminSubscription } from '../require-subscription.ts';
import { billedPlanOf, earlierDaysOf, noPending, termsOf } from '../rules.ts';
import { setStatus } from '../set-status.ts';
import {
  type AdminSubscriptionRow,
  changeSubscription,
  hasLiveSubscription,
  isSecondLive,
  lockCustomer,
  lockSubscription,
  type SubscriptionRow,
  setProviderSubscription,
} from '../store.ts';
import { alreadySubscribed } from '../subscribe/create-subscription.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Updates = Omit<Body, 'updates'>;

/**
 * The dispatcher's edit: status, bag limit and price. A new price sets the package with that price, with its days and extras; the
 * new price is charged from the next cycle. A plan that still runs at the provider is reactivated without a charge. Before
 * another one is active again, the saved card is charged: 402 changes nothing. A live plan keeps its planned end, so
 * two people who resume it at once don't take its cancellation back.
 *
 * Throws 400, 404 and 409:
 * - the customer has another plan or is no longer an active customer,
 * - `renewing`: a price while another package is about to begin, or another price while the month that has begun isn't charged
 *   yet.
 */
export async function updateSubscription(
  services: Services,
  actorId: string,
  id: string,
  body: Body,
): Promise<AdminSubscriptionRow> {
  const updates = body.updates ?? body;
  const priceCents = readPrice(updates.pricePerMonth);
  // A plan whose end has come is reactivated like any other ended plan.
  if (updates.status) await endDuePlan(services, id);
  if (updates.status === 'cancelled' || priceCents !== undefined) await knowPaidMonth(services, id);
  const before = await requireAdminSubscription(services.db, id);
  const isRevived = before.status === 'cancelled' && updates.status !== undefined && updates.status !== 'cancelled';
  const collects = isRevived || (updates.status === 'active' && before.status !== 'active');
  const atProvider = collects ? await collectAgain(services, before, updates, priceCents) : undefined;
  const change = inTransaction(services.db, async (trx) => {
    // Lock order: stops before their subscription, as when a stop is completed.
    await lockOpenStops(trx, id);
    const known = (await lockSubscription(trx, id)) as SubscriptionRow;
    await writeDueCredits(services, trx, known);
    const locked = await applyPending(services, trx, known);
    const now = services.clock();
    if (priceCents !== undefined && locked.pendingFrom !== null && isRenewing(locked, now)) throw renewing();
    if (isRevived) await requireCustomer(trx, locked.customerId);
    const changes = changesOf(locked, updates, priceCents, now);
    if (changesUnrecordedMonth(locked, { ...locked, ...changes }, now)) throw renewing();
    const changed = await changeSubscription(trx, id, changes);
    if (atProvider && atProvider.id !== locked.stripeSubscriptionId) {
      await setProviderSubscription(trx, locked, atProvider.id);
    }
    const moved = updates.status ? await setStatus(services, trx, changed, updates.status) : changed;
    if (moved.status === 'active') await applyServiceChange(services, trx, locked, moved);
    await refreshPlanStops(services, trx, moved);
    await recordChanges(services, trx, describeChanges(locked, moved, actorId));
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId: id });
    // Records what the card was charged for reactivating it.
    if (collects) await services.jobs.enqueue(trx, 'sync-billing', { subscriptionId: id });
  });
  await change.catch(async (error: unknown) => {
    if (collects) await enqueueSync(services, id);
    throw isSecondLive(error) ? alreadySubscribed() : error;
  });
  return await requireAdminSubscription(services.db, id);
}

/**
 * A plan may not know its paid month yet. Without it a cancellation ends the plan at the provider immediately, reactivating it
 * charges the month again, and another price is refused. An edit doesn't wait for a provider that is unavailable.
 */
async function knowPaidMonth(services: Services, id: string): Promise<void> {
  await knowMonth(services, id).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
  });
}

/**
 * Asks the provider to charge the saved card again. The job that compares both sides is enqueued first: if this process dies
 * before our row says active, the job stops the charging again.
 */
async function collectAgain(
  services: Services,
  subscription: SubscriptionRow,
  updates: Updates,
  priceCents: number | undefined,
): Promise<ProviderSubscription> {
  if (subscription.status === 'cancelled') {
    if (await hasLiveSubscription(services.db, subscription.customerId)) throw alreadySubscribed();
    await requireCustomer(services.db, subscription.customerId);
    // The months to come must not use what is being refunded.
    await finishClosings(services, subscription.customerId);
  }
  await enqueueSync(services, subscription.id, { afterSeconds: syncDelaySeconds });
  const changed = { ...subscription, ...changesOf(subscription, updates, priceCents, services.clock()) };
  const { stripeSubscriptionId } = subscription;
  if (subscription.status === 'cancelled') {
    const running = await keepRunning(services, subscription);
    if (running) return running;
    await finishCancel(services, stripeSubscriptionId);
  }
  const atProvider = await services.payments.resumeSubscription(stripeSubscriptionId, billedPlanOf(changed));
  // Another subscription has replaced it.
  if (atProvider.id !== stripeSubscriptionId) await recordMonths(services, subscription);
  return atProvider;
}

/** Throws 409 unless this is an active customer: nobody else could see the plan that charges them. Locks the account. */
async function requireCustomer(db: Db, customerId: string): Promise<void> {
  if (await lockCustomer(db, customerId)) return;
  throw new Refusal(409, 'This account is no longer an active customer.', { code: 'no_customer' });
}

/**
 * Within its paid month a cancelled plan still runs at the provider: it continues there. Nothing is charged, and the
 * card isn't checked, because it has just paid this month. Undefined for one that has ended there.
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

/** Whether a person has refunded all of the month that a plan was charged for last. */
async function isMonthRefunded(payments: Services['payments'], stripeSubscriptionId: string): Promise<boolean> {
  const months = await payments.listInvoices(stripeSubscriptionId);
  const intentId = months.find(({ status }) => status === 'paid')?.intentId;
  const payment = intentId ? await payments.getPayment(intentId) : null;
  return payment !== null && payment.refundedCents >= payment.amountCents;
}

/** Before a successor is made: a sync job that has already read our row as cancelled could end the successor. */
async function finishCancel({ payments }: Services, stripeSubscriptionId: string): Promise<void> {
  const atProvider = await payments.getSubscription(stripeSubscriptionId);
  if (atProvider?.id === stripeSubscriptionId) await payments.cancelSubscription(stripeSubscriptionId);
}

const minPriceCents = 100;
const maxPriceCents = 100_000;

const moves = { active: 'resumed', paused: 'paused', cancelled: 'cancelled' } as const;

/** The audit entries of an edit; none when nothing has changed. */
function describeChanges(before: SubscriptionRow, after: SubscriptionRow, actorId: string): Change[] {
  const subject = { actorId, subject: 'subscription', subjectId: after.id } as const;
  const details = describeEdit(before, after);
  return [
    ...(Object.keys(details).length > 0 ? [{ ...subject, action: 'edited' as const, details }] : []),
    ...(before.status === after.status ? [] : [{ ...subject, action: moves[after.status] }]),
  ];
}

/** Longer than the provider's calls take: a comparison during them would undo the reactivation. */
const syncDelaySeconds = 90;

async function enqueueSync(services: Services, subscriptionId: string, when?: { afterSeconds: number }): Promise<void> {
  await inTransaction(services.db, (trx) => services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId }, when));
}

function readPrice(price: string | number | undefined): number | undefined {
  if (price === undefined) return undefined;
  const cents = textToCents(price);
  if (cents !== null && cents >= minPriceCents && cents <= maxPriceCents) return cents;
  const message = 'Please enter a price from 1.00 to 1000.00';
  throw new Refusal(400, message, { errors: { pricePerMonth: message } });
}

function changesOf(before: SubscriptionRow, updates: Updates, priceCents: number | undefined, now: Date) {
  const { bagCountLimit, status } = updates;
  return {
    updatedAt: now,
    // The dispatcher's decision stays; no payment reverts it.
    ...(status !== undefined && status !== before.status && { isPausedForPayment: false }),
    ...(bagCountLimit !== undefined && { bagCountLimit }),
    ...planChanges(before, priceCents, now),
  };
}

/**
 * A new price means a new package with all that it includes, in place of a pending one. The preferred day stays unless the
 * package fixes its days.
 */
function planChanges(before: SubscriptionRow, priceCents: number | undefined, now: Date) {
  if (priceCents === undefined) return {};
  if (centsToText(priceCents) === before.pricePerMonth) return noPending;
  const plan = planOfPrice(priceCents);
  const terms = termsOf(plan, before.preferredDay ?? defaultPreferredDay);
  return {
    ...noPending,
    pricePerMonth: centsToText(priceCents),
    ...terms,
    earlierDays: earlierDaysOf(before, terms.pickupDays, addDays(dateKeyOf(now), 1)),
    ...(plan.includesLawnMowing && !before.nextLawnMowingDate && { nextLawnMowingDate: now }),
  };
}

/** Replaces the stops of other days, also those that were made ahead for a package that is no longer pending. */
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
