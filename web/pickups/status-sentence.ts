import type { PaidPickup } from '../../contract/booking/pickup-page.ts';
import { type IncompleteReason, incompleteReasons } from '../../contract/drivers.ts';
import { isJudgedMissed, type MissedState } from '../../contract/pickups/missed.ts';
import { isOpenStatus, type Pickup } from '../../contract/pickups.ts';
import { incompleteSentence } from '../../contract/values/incomplete-words.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { moneyText } from '../ui/text/money-text.ts';
import { onDay } from './pickup-words.ts';

/** The sentence that tells a customer what a pickup's status means: 'Booked and paid. We'll assign a driver.' */

type PickupFacts = Pick<
  Pickup,
  | 'id'
  | 'status'
  | 'paymentStatus'
  | 'amount'
  | 'serviceType'
  | 'scheduledDate'
  | 'completedAt'
  | 'incompleteReason'
  | 'cancellationReason'
  | 'heldAt'
>;

/** Facts that only the pickup's own page has. */
interface Known {
  driverName?: string | null;
  payment?: PaidPickup | null;
  /** Undefined until it is loaded. */
  missed?: Pick<MissedState, 'phase' | 'report'> | undefined;
}

/** How a pickup is paid for: by its plan, not at all, or by a payment that may have been refunded. */
type PaidBy = 'plan' | 'nothing' | 'unpaid' | 'paid' | 'refunded';

export function statusSentence(pickup: PickupFacts, now: Date, known: Known = {}): string {
  const by = paidByOf(pickup, known.payment);
  switch (pickup.status) {
    case 'pending':
      if (isLate(pickup, now)) return pickup.heldAt ? expiredSentence(pickup) : lateSentence(pickup, by);
      if (pickup.heldAt) return `On hold. Pay ${moneyText(pickup.amount)} now, and we'll assign a driver.`;
      return `${booked[by]} ${isOverdue(known) ? nobodyCame : "We'll assign a driver."}`;
    case 'assigned': {
      if (isLate(pickup, now)) return lateSentence(pickup, by);
      if (isOverdue(known)) return `${scheduled[by]} ${nobodyCame}`;
      return `${scheduled[by]} ${known.driverName ?? 'A driver'} will pick up your bags ${onDay(pickup.scheduledDate, now)}.`;
    }
    case 'completed':
      if (wasMissed(pickup, known)) return mistakeSentence(known.missed?.report?.recovery);
      return `${done[by]} We picked up your bags ${onDay(pickup.completedAt ?? pickup.scheduledDate, now)}.`;
    case 'issue':
      return `There's a problem with this pickup, and we're looking into it.${aside[by]}`;
    case 'incomplete':
      return `${incompleteSentence(reasonOf(pickup), dayOf(pickup.scheduledDate))}${aside[by]}`;
    case 'cancelled':
      return cancelledSentence(pickup, by, known.payment);
  }
}

const booked: Record<PaidBy, string> = {
  plan: 'Part of your plan.',
  nothing: 'Booked, at no charge.',
  unpaid: 'Booked, but not paid yet.',
  paid: 'Booked and paid.',
  refunded: 'Booked, and your payment was refunded.',
};
const scheduled: Record<PaidBy, string> = {
  plan: 'Scheduled as part of your plan.',
  nothing: 'Scheduled, at no charge.',
  unpaid: 'Scheduled, but not paid yet.',
  paid: 'Scheduled and paid.',
  refunded: 'Scheduled, and your payment was refunded.',
};
const done: Record<PaidBy, string> = {
  plan: 'Done as part of your plan.',
  nothing: 'Done, at no charge.',
  unpaid: 'Done, but not paid yet.',
  paid: 'Done and paid.',
  refunded: 'Done, and your payment was refunded.',
};
/** Added to bad news, which doesn't mention a payment that went through. */
const aside: Record<PaidBy, string> = {
  plan: ' It was part of your plan.',
  nothing: ' It was free of charge.',
  unpaid: " It isn't paid yet.",
  paid: '',
  refunded: ' Your payment was refunded.',
};

function paidByOf({ serviceType, amount, paymentStatus }: PickupFacts, payment: PaidPickup | null | undefined): PaidBy {
  if (serviceType === 'subscription') return 'plan';
  if (Number(amount) === 0) return 'nothing';
  if (paymentStatus === 'refunded' || (payment && refundedCents(payment) >= centsOf(payment.amount))) return 'refunded';
  return paymentStatus === 'paid' ? 'paid' : 'unpaid';
}

const nobodyCame = 'Nobody has come yet.';

/** Returns true if `missed` can change the sentence: the pickup is still open in the evening of its day. */
export function mayBeOverdue(
  { status, scheduledDate }: Pick<PickupFacts, 'status' | 'scheduledDate'>,
  evening: DateKey | null,
): boolean {
  const isOpen = isOpenStatus(status);
  return isOpen && scheduledDate !== null && dateKeyOf(new Date(scheduledDate)) === evening;
}

/** Returns true if the pickup is still open so late on its day that it can be reported missed. */
export function isOverdue({ missed }: Pick<Known, 'missed'>): boolean {
  return missed?.phase === 'open';
}

/** Returns true if the dispatcher decided that this visit was missed, so its completion can't be rated. */
export function wasMissed(
  { id, scheduledDate }: Pick<PickupFacts, 'id' | 'scheduledDate'>,
  { missed }: Pick<Known, 'missed'>,
): boolean {
  if (!missed?.report) return false;
  const day = scheduledDate && dateKeyOf(new Date(scheduledDate));
  const { state, day: reportedDay, recovery } = missed.report;
  return isJudgedMissed({ id, day }, { state, day: reportedDay, recoveryId: recovery?.id ?? null });
}

function mistakeSentence(recovery: Pickup | null | undefined): string {
  return recovery && isOpenStatus(recovery.status)
    ? "Marked as done by mistake. We're coming back."
    : 'Marked as done by mistake.';
}

function isLate({ scheduledDate }: PickupFacts, now: Date): boolean {
  return scheduledDate !== null && dateKeyOf(new Date(scheduledDate)) < dateKeyOf(now);
}

function lateSentence({ scheduledDate }: PickupFacts, by: PaidBy): string {
  return `This pickup was due on ${dayOf(scheduledDate)}, and isn't marked as done.${aside[by]}`;
}

function expiredSentence({ scheduledDate }: PickupFacts): string {
  return `This pickup wasn't paid in time, so nobody came on ${dayOf(scheduledDate)}. Move it to another day, or cancel it.`;
}

function cancelledSentence(
  { cancellationReason, serviceType }: PickupFacts,
  by: PaidBy,
  payment: PaidPickup | null | undefined,
): string {
  if (serviceType === 'subscription')
    return cancelledStops[cancellationReason ?? ''] ?? 'Cancelled. Your plan continues.';
  if (payment) return `Cancelled. ${refundSentence(payment)}`;
  if (by === 'refunded') return 'Cancelled and refunded.';
  return by === 'unpaid' ? "Cancelled. You weren't charged." : 'Cancelled.';
}

/** The sentences for a plan's cancelled stops, by cancellation reason. */
const cancelledStops: Record<string, string> = {
  'Subscription paused': 'Cancelled, because your plan was paused.',
  'Subscription cancelled': 'Cancelled, because your plan has ended.',
  'Another day was preferred': "Cancelled, because your plan's day has changed.",
  'The plan has other service days': "Cancelled, because your plan's days have changed.",
  'Skipped by the customer': 'You skipped this visit. Your plan continues.',
  'Skipped by the customer after we moved it': 'You skipped this visit. Your plan is credited for it.',
  'Skipped by dispatch': "We couldn't make this visit. Your plan is credited for it.",
};

/** "Your refund of $22.50 is on its way." */
function refundSentence(payment: PaidPickup): string {
  const delayed = centsIn(payment, ({ isDelayed }) => isDelayed);
  if (delayed > 0) return delayedRefundText(centsToText(delayed));
  const pending = centsIn(payment, ({ isPending }) => isPending);
  if (pending > 0) return `Your refund of ${dollars(pending)} is on its way.`;
  if (payment.isDisputed) return "Your bank will decide about the payment, because it's disputed.";
  const settled = centsIn(payment, ({ isSettled }) => isSettled);
  if (settled > 0) return `We settled your refund of ${dollars(settled)} with you another way.`;
  const sent = refundedCents(payment);
  if (sent >= centsOf(payment.amount)) return `${dollars(sent)} was refunded.`;
  if (sent > 0) return `${dollars(sent)} of ${moneyText(payment.amount)} was refunded.`;
  return payment.refunds.length > 0 ? "Your refund didn't go through." : "Your payment wasn't refunded.";
}

/** "We couldn't refund $45.00 yet. We're on it." */
export function delayedRefundText(amount: string): string {
  return `We couldn't refund ${moneyText(amount)} yet. We're on it.`;
}

/** Returns the sum of past and pending refunds. */
function refundedCents(payment: PaidPickup): number {
  return centsIn(payment, ({ hasFailed }) => !hasFailed);
}

function centsIn({ refunds }: PaidPickup, counts: (refund: PaidPickup['refunds'][number]) => boolean): number {
  return refunds.filter(counts).reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

function dollars(cents: number): string {
  return moneyText(centsToText(cents));
}

function reasonOf({ incompleteReason }: PickupFacts): IncompleteReason | null {
  return incompleteReasons.find((reason) => reason === incompleteReason) ?? null;
}

function dayOf(instant: string | null): string {
  return instant ? formatDateKey(dateKeyOf(new Date(instant))) : 'a day to be set';
}
