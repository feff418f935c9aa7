import { inTransaction } from '../../database/transaction.ts';
import type { ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { refundLateMonths } from '../../payments/refunds/refund-late-months.ts';
import type { Services } from '../../services.ts';
import { closeInvoices } from '../credits/close-invoices.ts';
import { isEnding, mayRunOut } from '../end-rules.ts';
import { billedPlanOf, isOtherPlan } from '../rules.ts';
import {
  clearRenewal,
  findSubscription,
  type SubscriptionRow,
  setProviderSubscription,
} from '../subscriptions.store.ts';
import { endDuePlan } from './end-due-plan.ts';
import { closeBooks, recordCharges, recordMonths, syncBilling } from './sync-billing.ts';

/**
 * Makes the provider charge what our subscription says. A cancelled or paused subscription is charged nothing. An
 * active one is charged its price, or the price of its pending package. One that ends with its paid month is charged no
 * further month.
 *
 * Compares before it changes anything, so it is safe to run again. Compares our row again afterwards, because the row
 * may have changed during the provider's calls, and two of these jobs may end in any order.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<void> {
  await endDuePlan(services, subscriptionId);
  let ours = await findSubscription(services.db, subscriptionId);
  for (let tries = 0; ours; tries += 1) {
    if (tries === maxTries)
      throw new Error(`the subscription ${subscriptionId} changes faster than the provider responds`);
    await syncOnce(services, ours);
    const after = await findSubscription(services.db, subscriptionId);
    if (after && isSameTarget(ours, after)) return;
    ours = after;
  }
}

const maxTries = 5;

/** Returns true if both rows require the same of the provider. */
function isSameTarget(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return (
    before.status === after.status &&
    before.cancellationDate?.getTime() === after.cancellationDate?.getTime() &&
    before.currentPeriodEnd?.getTime() === after.currentPeriodEnd?.getTime() &&
    after.renewsAt === null &&
    !isOtherPlan(before, billedPlanOf(after))
  );
}

async function syncOnce(services: Services, ours: SubscriptionRow): Promise<void> {
  const { payments, db } = services;
  const { stripeSubscriptionId: id } = ours;
  const theirs = await payments.getSubscription(id);
  if (!theirs) throw new Error(`the provider does not know the subscription ${id}`);
  if (ours.status === 'cancelled') {
    // The plan was reactivated and charged, but the process died before that was saved here. Nobody was served for the
    // charge.
    if (theirs.id !== id) {
      await recordCharges(services, { ...ours, stripeSubscriptionId: theirs.id });
      const { id: subscriptionId, customerId } = ours;
      await refundLateMonths(services, { stripeSubscriptionId: theirs.id, subscriptionId, customerId });
    }
    await endThere(services, ours, theirs);
    return await closeBooks(services, ours);
  }
  const collects = theirs.status === 'active' || theirs.status === 'past_due';
  if (ours.status === 'paused' && collects) await payments.pauseSubscription(id);
  // Reactivating a plan calls the provider first, so a plan that has ended there has really ended.
  if (theirs.status === 'canceled') {
    await syncBilling(services, ours.id);
    return;
  }
  // A past-due plan needs nothing here, because the provider retries the card automatically.
  if (ours.status === 'active' && theirs.status === 'paused') {
    // The card was charged when the plan became active, or the customer has paid since. If the card is declined for the
    // next month, the plan is past due.
    await payments.unpauseSubscription(id);
  }
  // The plan was reactivated under another id, but the process died before that was saved here.
  const { id: successor } = theirs;
  if (successor !== id) {
    await recordMonths(services, ours);
    await inTransaction(db, (trx) => setProviderSubscription(trx, ours, successor));
  }
  if (theirs.endsAtPeriodEnd !== isEnding(ours)) {
    await (isEnding(ours) ? payments.cancelAtPeriodEnd(successor) : payments.keepRenewing(successor));
  }
  if (isOtherPlan(ours, theirs)) {
    await payments.changePlan(id, billedPlanOf(ours));
  }
  if (ours.renewsAt !== null) await moveRenewal(services, ours, ours.renewsAt);
}

/** Moves the end of the present month at the provider, unless it is over by now. */
async function moveRenewal({ payments, db, clock }: Services, ours: SubscriptionRow, renewsAt: Date): Promise<void> {
  if (renewsAt > clock()) await payments.moveRenewal(ours.stripeSubscriptionId, renewsAt);
  await clearRenewal(db, ours.id, renewsAt);
}

/** Ensures that a cancelled plan is not charged again: it runs out at the provider, or ends there immediately. */
async function endThere(services: Services, ours: SubscriptionRow, theirs: ProviderSubscription): Promise<void> {
  const { payments } = services;
  if (theirs.status === 'canceled') await closeInvoices(services, theirs);
  else if (theirs.id !== ours.stripeSubscriptionId || !mayRunOut(ours, theirs))
    await payments.cancelSubscription(theirs.id);
  else if (!theirs.endsAtPeriodEnd) await payments.cancelAtPeriodEnd(theirs.id);
}
