import { bagsText } from '../../../contract/pickups.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { durationText } from '../route-words.ts';

/** "Empty the truck · Eastwick Transfer" */
export function visitTitle({ siteName }: Pick<DisposalVisit, 'siteName'>): string {
  return `Empty the truck · ${siteName}`;
}

/** "11:30 AM · 118 bags on board · 20 min"; once it is done, "Emptied at 1:42 PM · 3.25 tons". */
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

/** "3.25" → "3.25 tons", "1.00" → "1 ton" */
function tonsText(tons: string): string {
  const amount = Number(tons);
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? 'ton' : 'tons'}`;
}

/** "emptied once", "emptied 2 times"; null if it wasn't. */
export function emptiedText(times: number): string | null {
  if (times === 0) return null;
  return times === 1 ? 'emptied once' : `emptied ${times} times`;
}
