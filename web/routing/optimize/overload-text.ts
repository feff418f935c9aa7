import { bagsText } from '../../../contract/pickups.ts';
import { durationText } from '../route-words.ts';

/** "35 min over the shift and 12 bags too many": what is too much of a driver's day. */
export function overloadText({ overMinutes, overBags }: { overMinutes: number; overBags: number }): string {
  return [
    ...(overMinutes > 0 ? [`${durationText(overMinutes)} over the shift`] : []),
    ...(overBags > 0 ? [`${bagsText(overBags)} too many`] : []),
  ].join(' and ');
}
