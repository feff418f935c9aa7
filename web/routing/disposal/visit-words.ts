import { bagsText } from '../../../contract/pickups.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { durationText } from '../route-words.ts';

/** Returns "Empty the truck · Eastwick Transfer". */
export function visitTitle({ siteName }: Pick<DisposalVisit, 'siteName'>): string {
  return `Empty the truck · ${siteName}`;
}

/** Returns "11:30 AM · 118 bags on board · 20 min", or once the truck is emptied, "Emptied at 1:42 PM · 3.25 tons". */
export function visitText(
  visit: Pick<DisposalVisit, 'bags' | 'minutes' | 'estimatedArrival' | 'emptiedAt' | 'tons'>,
): string {
  const { bags, minutes, estimatedArrival, emptiedAt, tons } = visit;
  const parts =
    emptiedAt === null
      ? [estimatedArrival && timeText(estimatedArrival), `${bagsText(bags)} on board`, durationText(minutes)]
      : [`Emptied at ${timeText(emptiedAt)}`, tons && tonsText(tons)];
  return parts.filter(Boolean).join(' · ');
}

/** Turns "3.25" into "3.25 tons", "1.00" into "1 ton". */
function tonsText(tons: string): string {
  const amount = Number(tons);
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? 'ton' : 'tons'}`;
}

/** Returns "emptied once" or "emptied 2 times"; null for zero. */
export function emptiedText(times: number): string | null {
  if (times === 0) return null;
  return times === 1 ? 'emptied once' : `emptied ${times} times`;
}
