import type { CancelPreview } from '../../../contract/plan/cancel.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { dayText } from '../../pickups/pickup-words.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import type { PlanScope } from './plan-scope.ts';

/**
 * Returns the effects of a cancellation as sentences: when the plan ends, the pickups until then, the charge that is
 * dropped, the credit, and how to undo it.
 */
export function cancelFacts(preview: CancelPreview, kind: PlanScope['kind'], today: DateKey): string[] {
  const { endsAt, visits, credit, dropsPending } = preview;
  const whose = kind === 'mine' ? 'Your' : 'The';
  const back = endsAt === null ? 'subscribe again at any time' : 'change your mind until then';
  return [
    endsAt === null
      ? `${whose} plan ends now. There are no more pickups.`
      : `${whose} plan ends ${onLongDay(endsAt, today)}.`,
    ...(endsAt === null ? [] : [pickupsText(visits, today)]),
    `${whose} card isn't charged again.`,
    ...(credit === '0.00'
      ? []
      : [`The unused credit of ${moneyText(credit)} is refunded to the card when the plan ends.`]),
    ...(dropsPending ? ["The plan change set for next month won't happen."] : []),
    ...(kind === 'mine' ? [`You can ${back}.`] : []),
  ];
}

/** Returns "on Friday, December 25", or "today, November 25". */
function onLongDay(instant: string, today: DateKey): string {
  const day = dayText(dateKeyOf(new Date(instant)), today, 'long');
  return day.startsWith('To') ? day.replace('T', 't') : `on ${day}`;
}

function pickupsText(visits: readonly DateKey[], today: DateKey): string {
  const days = visits.map((day) => dayText(day, today));
  if (days.length === 0) return 'There are no pickups before then.';
  return days.length === 1 ? `One more pickup: ${days[0]}.` : `${days.length} more pickups: ${listed(days)}.`;
}

/** Returns "Fri, Nov 27; Fri, Dec 4 and Fri, Dec 11". */
function listed(days: readonly string[]): string {
  return `${days.slice(0, -1).join('; ')} and ${days.at(-1)}`;
}

/** Returns the text of the toast after a cancellation. */
export function cancelledText(endsAt: string | null, today: DateKey): string {
  if (endsAt === null) return 'The plan has ended.';
  return `The plan ends ${onLongDay(endsAt, today)}. Pickups continue until then.`;
}
