import { isOpenStatus, type PickupStatus, statusLabels } from '../pickups.ts';
import { cutoffOf, lastBookableDay } from './time/booking-dates.ts';
import { addDays, clockText, type DateKey, dateKeyOf, formatDeadline, instantOf } from './time/dates.ts';

/**
 * Decides whether a customer may still move or cancel a booking, and the refund (BOOK-30 to BOOK-37). The server and
 * the buttons share it. Pure: facts and the time come in.
 */

/** The terms of a booking. They are stored with it. */
export interface ChangeTerms {
  /** New York wall time HH:MM on the day before service: changes are free until then. */
  readonly cutoff: string;
  /** The refund for a cancellation after the cut-off, in whole percent of the price. */
  readonly lateRefundPercent: number;
}

/** From this New York time on the day of service a booking can no longer change. */
const departureTime = '07:00';
/** For how long a booking made after its own cut-off can be cancelled for a full refund. */
const graceMinutes = 15;
/** The grace time ends once the driver is under way and the pickup is among this many next stops. */
const nearStops = 3;

export interface ChangeFacts {
  readonly status: PickupStatus;
  /** The New York day of service; null until one is set. */
  readonly day: DateKey | null;
  readonly bookedAt: Date;
  /** A plan's stop is skipped instead of cancelled: nothing is refunded, and its cut-off is the deadline. */
  readonly isPlanStop: boolean;
  /** Whether its driver's route has started: a stop was resolved, even if that was undone. False without a driver. */
  readonly hasStarted: boolean;
  /** The number of open stops that its driver has before it; null without a driver. */
  readonly stopsAhead: number | null;
  /** Whether it wasn't paid at the cut-off. Nobody drives it until it is paid. */
  readonly isHeld: boolean;
  readonly terms: ChangeTerms;
  readonly now: Date;
}

/**
 * - `open`: before the cut-off, held, or without a day.
 * - `grace`: booked after its own cut-off, less than 15 minutes ago.
 * - `late`: the cut-off has passed, and its driver isn't under way yet.
 * - `closed`: nothing can change.
 */
export const changePhases = ['open', 'grace', 'late', 'closed'] as const;
export type ChangePhase = (typeof changePhases)[number];

export interface ChangeOptions {
  readonly phase: ChangePhase;
  readonly canMove: boolean;
  readonly canCancel: boolean;
  /** The refund for a cancellation, in percent of the amount paid. 0 for a plan's stop. */
  readonly refundPercent: number;
  /** The latest end of this phase: the first instant after it. Null when it has no end. */
  readonly until: Date | null;
}

const closed: ChangeOptions = { phase: 'closed', canMove: false, canCancel: false, refundPercent: 0, until: null };

export function changeOptionsOf(facts: ChangeFacts): ChangeOptions {
  const { status, day, bookedAt, isPlanStop, terms, now } = facts;
  if (!isOpenStatus(status)) return closed;
  const open = { phase: 'open', canMove: true, canCancel: true, refundPercent: isPlanStop ? 0 : 100 } as const;
  if (day === null || facts.isHeld) return { ...open, until: null };
  const cutoff = cutoffOf(day, terms.cutoff);
  if (now < cutoff) return { ...open, until: cutoff };
  const departure = instantOf(day, departureTime);
  const isUnderWay = facts.hasStarted || now >= departure;
  if (isPlanStop) return isUnderWay ? closed : { ...closed, phase: 'late', until: departure };

  const graceEnd = new Date(bookedAt.getTime() + graceMinutes * 60_000);
  const isNear = isUnderWay && facts.stopsAhead !== null && facts.stopsAhead < nearStops;
  if (bookedAt >= cutoff && now < graceEnd && !isNear) {
    return { phase: 'grace', canMove: false, canCancel: true, refundPercent: 100, until: graceEnd };
  }
  if (isUnderWay) return closed;
  return { phase: 'late', canMove: false, canCancel: true, refundPercent: terms.lateRefundPercent, until: departure };
}

/**
 * Returns the refund for a cancellation in cents: the percentage of the amount paid, rounded half up, minus earlier
 * refunds; never below 0.
 */
export function refundCentsOf(
  { paidCents, refundedCents }: { paidCents: number; refundedCents: number },
  refundPercent: number,
): number {
  const owedCents = Math.floor((paidCents * refundPercent + 50) / 100);
  return Math.max(0, Math.min(owedCents, paidCents) - refundedCents);
}

/** Returns a sentence that says why a booking can't be moved; null when it can. */
export function whyNoMove(facts: ChangeFacts): string | null {
  const { phase, canMove, canCancel } = changeOptionsOf(facts);
  if (canMove) return null;
  if (phase === 'closed' || facts.day === null) return whyClosed(facts);
  return `${deadlineText(facts.day, facts.terms)}${canCancel ? ' You can still cancel it.' : ''}`;
}

/** Returns a sentence that says why a booking can't be cancelled; null when it can. */
export function whyNoCancel(facts: ChangeFacts): string | null {
  const { phase, canCancel } = changeOptionsOf(facts);
  if (canCancel) return null;
  return phase === 'closed' || facts.day === null ? whyClosed(facts) : deadlineText(facts.day, facts.terms);
}

function whyClosed({ status, day, now }: ChangeFacts): string {
  if (!isOpenStatus(status)) return `This pickup is ${statusLabels[status].toLowerCase()}.`;
  return day !== null && day < dateKeyOf(now) ? 'The day of this pickup has passed.' : 'The truck is on its way.';
}

/**
 * Returns the sentence about the deadline. It also fits a booking made after the deadline, which could never change.
 */
function deadlineText(day: DateKey, terms: ChangeTerms): string {
  return `The deadline to change this pickup was ${formatDeadline(cutoffOf(day, terms.cutoff))}.`;
}

/** Returns the days that a booking may move to: within a year, before their own cut-off, and not its current day. */
export function openDaysOf(
  { day, terms, now }: Pick<ChangeFacts, 'day' | 'terms' | 'now'>,
  /** For a plan's stop: only days after `after`, before `before`, and not in `taken`. */
  visits?: { readonly after: DateKey | null; readonly before: DateKey; readonly taken: readonly DateKey[] },
): DateKey[] {
  const lastDay = lastBookableDay(now);
  const days: DateKey[] = [];
  let next = dateKeyOf(now);
  while (cutoffOf(next, terms.cutoff) <= now) next = addDays(next, 1);
  for (; next <= lastDay && (!visits || next < visits.before); next = addDays(next, 1)) {
    if (next === day) continue;
    if (visits && ((visits.after !== null && next <= visits.after) || visits.taken.includes(next))) continue;
    days.push(next);
  }
  return days;
}

/** The terms of a one-time booking, one sentence per part, for pages that show the parts separately. */
export interface TermsSentences {
  readonly beforeCutoff: string;
  readonly afterCutoff: string;
  /** For a booking made after its own cut-off. */
  readonly grace: string;
}

export function termsSentences(terms: ChangeTerms): TermsSentences {
  return {
    beforeCutoff: `Move your pickup for free, or cancel for a full refund, until ${clockText(terms.cutoff)} the day before.`,
    afterCutoff:
      `After that, you can cancel ${lateRefundText(terms)} until ${clockText(departureTime)}, ` +
      "or until your driver's route starts.",
    grace: `If you book later than that, you have ${graceMinutes} minutes to cancel for a full refund.`,
  };
}

/**
 * Returns the terms of a one-time booking in sentences, as shown before payment. After the cut-off of `booking`, they
 * name only what is still possible.
 */
export function termsText(terms: ChangeTerms, booking?: { readonly day: DateKey; readonly now: Date }): string {
  if (booking && booking.now >= cutoffOf(booking.day, terms.cutoff)) return lateTermsText(terms, booking);
  const { beforeCutoff, afterCutoff, grace } = termsSentences(terms);
  return `${beforeCutoff} ${afterCutoff} ${grace}`;
}

function lateTermsText(terms: ChangeTerms, { day, now }: { day: DateKey; now: Date }): string {
  const grace = `This pickup can't be moved. You can cancel for a full refund within ${graceMinutes} minutes of booking.`;
  if (now >= instantOf(day, departureTime)) return grace;
  const departure = `until ${clockText(departureTime)} that day, or until your driver's route starts`;
  return `${grace} After that, you can cancel ${lateRefundText(terms)} ${departure}.`;
}

/** Returns the refund after the cut-off in words, such as "for a 50% refund". */
export function lateRefundText({ lateRefundPercent }: Pick<ChangeTerms, 'lateRefundPercent'>): string {
  if (lateRefundPercent === 0) return 'without a refund';
  return `for a ${lateRefundPercent === 100 ? 'full' : `${lateRefundPercent}%`} refund`;
}

/** Returns the terms for the visits of a plan. */
export function planTermsText({ cutoff }: ChangeTerms): string {
  return `You can move or skip a visit until ${clockText(cutoff)} the day before. A skipped visit isn't refunded.`;
}
