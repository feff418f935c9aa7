import type { ChangeOptionsView } from '../../../contract/booking/changes.ts';
import { type DateKey, formatDateKey, formatDeadline } from '../../../contract/values/time/dates.ts';
import { ApiError } from '../../api/api-error.ts';
import { moneyText } from '../../ui/text/money-text.ts';

/** Returns the effect of a cancellation on the money, or of a skipped visit on the plan, in words. */
export function consequenceOf(options: ChangeOptionsView): string {
  const { isPlanStop, isSkipCredited, paid, refund, refunded, phase, refundPercent } = options;
  if (isSkipCredited) return 'We moved this visit, so we credit your plan for it. Your plan continues.';
  if (isPlanStop) return "Your plan continues and its price stays the same. A skipped visit isn't refunded.";
  if (paid === null) return "You haven't paid for this pickup, so there's nothing to refund.";
  const isFirst = refunded === '0.00';
  if (refund === '0.00') {
    if (!isFirst) return `Nothing more will be refunded. ${moneyText(refunded)} was already refunded.`;
    return phase === 'late' ? 'Free cancellation has ended, so nothing is refunded.' : 'Nothing is refunded.';
  }
  const back = `${moneyText(refund)} will be refunded to your card.`;
  if (phase !== 'late') return back;
  const less = isFirst ? '' : ', minus what was already refunded';
  return `${back} Free cancellation has ended, so ${refundPercent}% of the price is refunded${less}.`;
}

/** Returns the time until which the refund stays the same, as a sentence; null without a limit. */
export function deadlineOf({ phase, until, isPlanStop, paid }: ChangeOptionsView): string | null {
  if (until === null || (paid === null && !isPlanStop)) return null;
  if (phase === 'late')
    return `You can cancel until ${formatDeadline(new Date(until))}, or until your driver's route starts.`;
  return isPlanStop
    ? `You can skip it until ${formatDeadline(new Date(until))}.`
    : `Full refund until ${formatDeadline(new Date(until))}.`;
}

/** Returns why a chosen day can't be taken; null if it can. */
export function dayProblemOf(day: DateKey, { days, isPlanStop }: ChangeOptionsView): string | null {
  if (day === '') return 'Please choose a day.';
  if (days.includes(day)) return null;
  const first = days[0];
  if (isPlanStop || first === undefined || day >= first) return 'Please choose another day.';
  return `Please choose ${formatDateKey(first)} or later.`;
}

/** Returns true if the pickup has changed since the dialog was opened, so the options must be refetched. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404);
}
