import { bagsText } from '../../../contract/pickups.ts';
import type { OptimizedRoutes } from '../../../contract/routing.ts';
import { durationText } from '../route-words.ts';

type Overload = Pick<OptimizedRoutes['overloads'][number], 'overMinutes' | 'overBags' | 'bagsReason'>;

/**
 * Returns what exceeds a driver's day: "35 min over the shift and 12 bags too many. No disposal site is
 * open when the truck is full."
 */
export function overloadText({ overMinutes, overBags, bagsReason }: Overload): string {
  const amounts = [
    ...(overMinutes > 0 ? [`${durationText(overMinutes)} over the shift`] : []),
    ...(overBags > 0 ? [`${bagsText(overBags)} too many`] : []),
  ].join(' and ');
  return [amounts, bagsReason].filter(Boolean).join('. ');
}
