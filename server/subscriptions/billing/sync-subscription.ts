import { textToCents } from '../../../contract/values/money.ts';
import { inTransaction } from '../../database/transaction.ts';
import { refundMonths } from '../../payments/refunds/refund-months.ts';
import type { Services } from '../../services.ts';
import { isOtherPlan } from '../rules.ts';
import { findSubscription, type SubscriptionRow, setProviderSubscription } from '../store.ts';
import { bookMonths, closeBooks, syncBilling } from './sync-billing.ts';

/**
 * Makes the provider collect what our books say: nothing for a cancelled or paused subscription, the price of the plan for
 * an active one. It compares before it changes anything, so it may run again; and looks again after it, because somebody may
 * have changed our books while the provider was asked, and two such jobs end in any order.
 */
export async function syncSubscription(services: Services, subscriptionId: string): Promise<void> {
  let ours = await findSubscription(services.db, subscriptionId);
  for (let tries = 0; ours; tries += 1) {
    if (tries === mostTries)
      throw new Error(`the subscription ${subscriptionId} changes faster than the provider answers`);
    await syncOnce(services, ours);
    const after = await findSubscription(services.db, subscriptionId);
    if (after && isSameWish(ours, after)) return;
    ours = after;
  }
}

const mostTries = 5;

/** Whether our books still ask for the same. */
function isSameWish(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return (
    before.status === after.status &&
    before.packageType === after.packageType &&
    before.pricePerMonth === after.pricePerMonth
  );
}

async function syncOnce(services: Services, ours: SubscriptionRow): Promise<void> {
  const { payments, db } = services;
  const { stripeSubscriptionId: id, packageType } = ours;
  const theirs = await payments.getSubscription(id);
  if (!theirs) throw new Error(`the provider does not know the subscription ${id}`);
  if (ours.status === 'cancelled') {
    // Brought back and charged, and the process died before our books heard of it: nobody was served for that.
    if (theirs.id !== id) {
      await bookMonths(services, { ...ours, stripeSubscriptionId: theirs.id });
      await refundMonths(services, theirs.id);
    }
    if (theirs.status !== 'canceled') await payments.cancelSubscription(theirs.id);
    return await closeBooks(services, ours);
  }
  const collects = theirs.status === 'active' || theirs.status === 'past_due';
  if (ours.status === 'paused' && collects) await payments.pauseSubscription(id);
  // Whoever makes a plan active again asks the provider first: one that has ended there has ended.
  if (theirs.status === 'canceled') {
    await syncBilling(services, ours.id);
    return;
  }
  // Past due is the provider's to mend: it tries the card again by itself.
  if (ours.status === 'active' && theirs.status === 'paused') {
    // Whoever made it active has asked the card, or it has paid; one that refuses the next month is past due.
    await payments.unpauseSubscription(id);
  }
  // What had ended there was brought back under another id, and the process died before it was noted.
  const { id: successor } = theirs;
  if (successor !== id) {
    await bookMonths(services, ours);
    await inTransaction(db, (trx) => setProviderSubscription(trx, ours, successor));
  }
  if (isOtherPlan(ours, theirs)) {
    await payments.changePlan(id, { packageType, priceCents: textToCents(ours.pricePerMonth) ?? 0 });
  }
}
