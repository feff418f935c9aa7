import type { z } from 'zod/mini';
import type { EndPreview } from '../../../contract/plan/cancel.ts';
import { centsToText, textToCents } from '../../../contract/values/money.ts';
import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { countPriced, findMonthAt } from '../credits/credits.store.ts';
import { worthOf } from '../credits/month-worth.ts';
import { refundVisits } from '../credits/refund-visits.ts';
import { writeDueCredits } from '../credits/write-due-credits.ts';
import { isOver } from '../end-rules.ts';
import { listWrittenCredits } from '../hold/hold.store.ts';
import { lockOpenStops } from '../occurrences/occurrences.store.ts';
import { readVisitsUntil } from '../plan-page/read-visits.ts';
import { hasEnded } from '../require-subscription.ts';
import { setStatus } from '../set-status.ts';
import { changeSubscription, lockSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { readCreditAtEnd } from './read-credit-at-end.ts';
import { shareOf } from './rules.ts';
import { syncCurrentMonth } from './sync-current-month.ts';

/**
 * Returns the effects of ending a plan immediately: the visits that are no longer made, and the refund and credit in
 * dollars. Throws 404, and 409 `ended`.
 */
export async function previewEnd(services: Services, subscriptionId: string): Promise<z.input<typeof EndPreview>> {
  await syncCurrentMonth(services, subscriptionId);
  return await inTransaction(services.db, async (trx) => {
    const plan = await lockRunning(services, trx, subscriptionId);
    const { days, refundCents } = await readNotMade(services, trx, plan);
    const creditCents = await readCreditAtEnd(services, trx, plan, null);
    return { visits: days, refund: centsToText(refundCents), credit: centsToText(creditCents) };
  });
}

interface Request {
  subscriptionId: string;
  actorId: string;
  expectedRefund: string | number;
}

/**
 * Ends a plan immediately and refunds the visits of its paid month that are no longer made. A job ends the plan at the
 * provider. Throws 400 (the amount), 404, and 409: `ended`, or `preview_changed` when the refund would differ from the
 * expected one.
 */
export async function endPlan(services: Services, request: Request): Promise<void> {
  const { subscriptionId, actorId } = request;
  const expectedCents = readAmount(request.expectedRefund);
  await syncCurrentMonth(services, subscriptionId);
  await inTransaction(services.db, async (trx) => {
    const locked = await lockRunning(services, trx, subscriptionId);
    const { refundCents } = await readNotMade(services, trx, locked);
    if (refundCents !== expectedCents) throw previewChanged(refundCents);
    const ended = await setStatus(services, trx, locked, 'cancelled');
    if (refundCents > 0) {
      // Nothing is paid beyond the end, so the plan also ends immediately at the provider.
      await changeSubscription(trx, ended.id, { currentPeriodEnd: ended.cancellationDate });
      await refundVisits(services, trx, ended, refundCents);
    }
    const details = refundCents > 0 ? { refund: `$${centsToText(refundCents)}` } : {};
    const about = {
      actorId,
      subject: 'subscription',
      subjectId: subscriptionId,
      action: 'cancelled',
      details,
    } as const;
    await recordChanges(services, trx, [about]);
    await services.jobs.enqueue(trx, 'sync-subscription', { subscriptionId });
  });
}

/**
 * Locks a plan that hasn't ended, and writes the credits of held visits whose cut-off has passed, so that they aren't
 * refunded as well. Throws 404, and 409 `ended`.
 */
async function lockRunning(services: Services, trx: Db, subscriptionId: string): Promise<SubscriptionRow> {
  // Lock order: stops before their subscription, as when a stop is completed.
  await lockOpenStops(trx, subscriptionId);
  const plan = await lockSubscription(trx, subscriptionId);
  if (!plan) throw new Refusal(404, 'Subscription not found');
  if (plan.status === 'cancelled' || isOver(plan, services.clock())) throw hasEnded();
  await writeDueCredits(services, trx, plan);
  return plan;
}

function readAmount(amount: string | number): number {
  const cents = textToCents(amount);
  if (cents !== null && cents >= 0) return cents;
  const message = 'Please enter an amount such as 45.00';
  throw new Refusal(400, message, { errors: { expectedRefund: message } });
}

function previewChanged(refundCents: number): Refusal {
  const refund = centsToText(refundCents);
  const message = `The visits not made now come to $${refund}. Please check and confirm again.`;
  return new Refusal(409, message, { code: 'preview_changed', errors: { expectedRefund: refund } });
}

/**
 * Returns the visits of the paid month that are not made if the plan ends now, and their share of the month's price in
 * cents. Skipped, individually cancelled and credited visits don't count. An unpaid month has nothing to refund.
 */
async function readNotMade(
  services: Pick<Services, 'clock' | 'settings'>,
  db: Db,
  plan: SubscriptionRow,
): Promise<{ days: DateKey[]; refundCents: number }> {
  const now = services.clock();
  const { status, pastDueSince, currentPeriodEnd } = plan;
  const isPaid = pastDueSince === null && currentPeriodEnd !== null && currentPeriodEnd > now;
  const month = status === 'active' && isPaid ? await findMonthAt(db, plan.id, now) : undefined;
  if (!month) return { days: [], refundCents: 0 };
  const credited = new Set((await listWrittenCredits(db, plan.id)).map(({ day }) => day));
  const days = (await readVisitsUntil(services, db, plan, month.endsAt))
    .filter(({ day, state }) => (state === 'scheduled' || state === 'held') && !credited.has(day))
    .map(({ day }) => day)
    .filter((day) => visitTimeOf(day) >= month.startsAt && visitTimeOf(day) < month.endsAt);
  const credits = await countPriced(db, plan.id, month.startsAt);
  return { days, refundCents: shareOf(worthOf(month), credits, days.length) };
}
