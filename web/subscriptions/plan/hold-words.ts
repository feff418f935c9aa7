import type { BackEarlyPreview, HoldPreview } from '../../../contract/plan/hold.ts';
import { maxHeldDaysPerYear } from '../../../contract/values/plan/hold.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { moneyText } from '../../ui/text/money-text.ts';

type Preview = HoldPreview | BackEarlyPreview;

export function visitsText(count: number): string {
  return count === 1 ? '1 visit' : `${count} visits`;
}

/** Returns "Dec 23: $26.25 ($35.00 less $8.75 credit)". */
export function chargeText({ at, price, credit, amount }: Preview['charges'][number], today: DateKey): string {
  const day = dayText(dateKeyOf(new Date(at)), today);
  if (credit === '0.00') return `${day}: ${moneyText(amount)}`;
  if (credit.startsWith('-'))
    return `${day}: ${moneyText(amount)}, with ${moneyText(credit.slice(1))} from your last charge`;
  return `${day}: ${moneyText(amount)} (${moneyText(price)} less ${moneyText(credit)} credit)`;
}

export function nextVisitText({ nextVisit }: Preview, today: DateKey): string {
  return nextVisit === null ? 'No pickup follows before the plan ends.' : `Next pickup: ${dayText(nextVisit, today)}.`;
}

export function daysLeftText({ daysLeft }: Preview): string {
  return `${daysLeft} of ${maxHeldDaysPerYear} hold days in 12 months are left after this.`;
}

/** Returns the server's message about a refused field; undefined if the field wasn't refused. */
export function fieldProblem(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.status === 400 ? error.errors[field] : undefined;
}

/** Returns why a preview can't be shown; null if it can. A refused date has its message at its field. */
export function previewProblem(error: unknown, fields: readonly string[]): string | null {
  if (error === null || fields.some((field) => fieldProblem(error, field) !== undefined)) return null;
  return messageOf(error, "We couldn't check these dates. Please try again.");
}
