import { isOpenStatus, type PickupStatus, statusLabels } from '../pickups.ts';
import { cutoffOf, lastBookableDay } from './time/booking-dates.ts';
import { addDays, clockText, type DateKey, dateKeyOf, formatDeadline, instantOf } from './time/dates.ts';

/**
 * Whether a customer may still move or cancel a booking, and what is refunded (BOOK-30 to BOOK-37). The server and the buttons
 * share it. Pure: facts and the time come in.
 */

/** The terms that a booking was made under. They are stored with it. */
export interface ChangeTerms {
  /** New York wall time HH:MM on the day before service: changes are free until then. */
  readonly cutoff: string;
  /** What a cancellation after the cut-off refunds, in whole percent of the price. */
  readonly lateRefundPercent: number;
}

/** From this New York time on the day of service a booking can no longer change. */
const departureTime = '07:00';
/** How long a booking made after its own cut-off can be cancelled in full. */
const graceMinutes = 15;
/** No grace once the pickup is among this many next stops of its driver. */
const nearStops = 3;

export interface ChangeFacts {
  readonly status: PickupStatus;
  /** The New York day of service; null while none is set. */
  readonly day: DateKey | null;
  readonly bookedAt: Date;
  /** A plan's stop is skipped, not cancelled: nothing is refunded, and only until its cut-off. */
  readonly isPlanStop: boolean;
  /** Whether the first stop of its driver's day was resolved, even if that was undone. False without a driver. */
  readonly hasStarted: boolean;
  /** How many open stops its driver has before it; null without a driver. */
  readonly stopsAhead: number | null;
  /** Not paid at the cut-off, so nobody drives it until it is. */
  readonly isHeld: boolean;
  readonly terms: ChangeTerms;
  readonly now: Date;
}

/**
 * `open`: before the cut-off, or held. `grace`: booked after its own cut-off, less than 15 minutes ago. `late`: the cut-off has
 * passed and its driver hasn't started. `closed`: nothing can change.
 */
export const changePhases = ['open', 'grace', 'late', 'closed'] as const;
export type ChangePhase = (typeof changePhases)[number];

export interface ChangeOptions {
  readonly phase: ChangePhase;
  readonly canMove: boolean;
  readonly canCancel: boolean;
  /** What a cancellation refunds, in percent of what was paid. 0 for a plan's stop. */
  readonly refundPercent: number;
  /** The first instant at which this phase is over at the latest; null when it has no end. */
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

/** What a cancellation refunds, in cents: the percentage, half cents up, less what was refunded before; never below 0. */
export function refundCentsOf(
  { paidCents, refundedCents }: { paidCents: number; refundedCents: number },
  refundPercent: number,
): number {
  const owedCents = Math.floor((paidCents * refundPercent + 50) / 100);
  return Math.max(0, Math.min(owedCents, paidCents) - refundedCents);
}

/** Why a booking can't be moved; null when it can. */
export function whyNoMove(facts: ChangeFacts): string | null {
  const { phase, canMove, canCancel } = changeOptionsOf(facts);
  if (canMove) return null;
  if (phase === 'closed' || facts.day === null) return whyClosed(facts);
  return `${deadlineText(facts.day, facts.terms)}${canCancel ? ' You can still cancel it.' : ''}`;
}

/** Why a booking can't be cancelled; null when it can. */
export function whyNoCancel(facts: ChangeFacts): string | null {
  const { phase, canCancel } = changeOptionsOf(facts);
  if (canCancel) return null;
  return phase === 'closed' || facts.day === null ? whyClosed(facts) : deadlineText(facts.day, facts.terms);
}

function whyClosed({ status, day, now }: ChangeFacts): string {
  if (!isOpenStatus(status)) return `This pickup is ${statusLabels[status].toLowerCase()}.`;
  return day !== null && day < dateKeyOf(now) ? 'The day of this pickup has passed.' : 'The truck is on its way.';
}

/** Also true of a booking made after the deadline, which could never change. */
function deadlineText(day: DateKey, terms: ChangeTerms): string {
  return `The deadline to change this pickup was ${formatDeadline(cutoffOf(day, terms.cutoff))}.`;
}

/** The days that a booking may move to: within a year, before their own cut-off, and not its present day. */
export function openDaysOf(
  { day, terms, now }: Pick<ChangeFacts, 'day' | 'terms' | 'now'>,
  /** For a plan's stop: after its previous visit, before its next one, and on no day that has one. */
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

/** The terms of a one-time booking, one sentence for each part, for pages that show them apart. */
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
 * The terms of a one-time booking in sentences, as shown before it is paid. After the cut-off of `booking` they name only what is
 * still possible.
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

/** "for a 50% refund" */
export function lateRefundText({ lateRefundPercent }: Pick<ChangeTerms, 'lateRefundPercent'>): string {
  if (lateRefundPercent === 0) return 'without a refund';
  return `for a ${lateRefundPercent === 100 ? 'full' : `${lateRefundPercent}%`} refund`;
}

/** The same for the visits of a plan. */
export function planTermsText({ cutoff }: ChangeTerms): string {
  return `You can move or skip a visit until ${clockText(cutoff)} the day before. A skipped visit isn't refunded.`;
}
