import type { AwaitingPlan } from '../../../contract/import.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';

/** Returns the text above an imported plan. Paying starts the plan at once, even before the agreed date. */
export function importedText({ startDate }: Pick<AwaitingPlan, 'startDate'>, now: Date): string {
  const text = "We've filled in your plan. Check it and continue to pay. Nothing is charged before that.";
  if (!startDate || startDate <= dateKeyOf(now)) return text;
  return `${text} Your start date is ${formatDateKey(startDate, 'long')}. If you pay earlier, your plan starts right away.`;
}
