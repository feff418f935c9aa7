import type { PlanView } from '../../../contract/plan/page.ts';
import {
  earliestBackDay,
  earliestHoldDay,
  type HoldDays,
  holdDaysLeft,
  maxHoldDays,
  minHoldDays,
} from '../../../contract/values/plan/hold.ts';
import { visitTimeOf } from '../../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { isEnding, isOver, type PlanEnd } from '../end-rules.ts';

/** Pure decisions about the changes that a plan allows now. */

/** Returns the most days that a hold beginning on `from` may have, given the earlier holds. */
export function longestHold(from: DateKey, earlier: readonly HoldDays[]): number {
  let days = maxHoldDays;
  while (days > 0 && days > holdDaysLeft(addDays(from, days), earlier)) days -= 1;
  return days;
}

export interface PlanState extends PlanEnd {
  readonly holdFrom: DateKey | null;
  readonly pausedUntil: Date | null;
  readonly pendingFrom: Date | null;
}

type Limits = PlanView['holdLimits'];

export function holdLimitsOf(earlier: readonly HoldDays[], now: Date, changeCutoff: string): Limits {
  const earliest = earliestHoldDay(now, changeCutoff);
  return { earliest, minDays: minHoldDays, maxDays: maxHoldDays, daysLeft: longestHold(earliest, earlier) };
}

/** Returns the planned or present hold; null once the first day of service has come. */
export function holdOf({ holdFrom, pausedUntil }: PlanState, now: Date): PlanView['hold'] {
  const until = pausedUntil && dateKeyOf(pausedUntil);
  return holdFrom !== null && until !== null && until > dateKeyOf(now) ? { from: holdFrom, until } : null;
}

type Changes = Pick<
  PlanView,
  'canHold' | 'canComeBackEarly' | 'canChange' | 'canUndoChange' | 'canCancel' | 'canUndoCancel'
>;

const hourMs = 60 * 60 * 1000;

/** Returns the changes to offer. Each is checked again when it is made. */
export function changesOf(
  plan: PlanState,
  { earliest, daysLeft, minDays }: Limits,
  now: Date,
  changeCutoff: string,
): Changes {
  const { status, pendingFrom, currentPeriodEnd } = plan;
  const isLive = status !== 'cancelled' && !isOver(plan, now);
  const isActive = isLive && status === 'active';
  const goesOn = !isEnding(plan);
  const hold = holdOf(plan, now);
  const endsBefore = plan.cancellationDate !== null && visitTimeOf(earliest) >= plan.cancellationDate;
  return {
    canHold: isActive && hold === null && daysLeft >= minDays && currentPeriodEnd !== null && !endsBefore,
    canComeBackEarly: isActive && hold !== null && earliestBackDay(hold, now, changeCutoff) < hold.until,
    canChange: isActive,
    canUndoChange: isLive && pendingFrom !== null && now.getTime() < pendingFrom.getTime() - hourMs,
    canCancel: isLive && goesOn,
    canUndoCancel: isLive && !goesOn,
  };
}
