import { bagsText } from '../../../contract/pickups.ts';
import type { BoardStop, DriverLoad } from '../../../contract/routing/day-board.ts';
import { serviceTypeText, timeText } from '../../pickups/pickup-words.ts';
import { durationText, milesText, stopsText, streetOf } from '../route-words.ts';

/** Returns "42 stops · 180 bags", or "No stops". */
export function loadText(stops: number, bags: number): string {
  return stops === 0
    ? 'No stops'
    : `${stopsText(stops)} · ${bags.toLocaleString('en-US')} ${bags === 1 ? 'bag' : 'bags'}`;
}

/**
 * Returns the load of a driver's day: "42 stops · 118 of 120 bags" if the truck has a capacity. A truck that is
 * emptied during the day collects more bags than it carries at once, so its fullest moment is returned separately
 * ("Fullest: 118 of 120 bags").
 */
export function columnLoad(
  {
    totalStops,
    bags,
    capacityBags,
    fullestBags,
  }: Pick<DriverLoad, 'totalStops' | 'bags' | 'capacityBags' | 'fullestBags'>,
  visits: number,
): { load: string; fullest: string | null } {
  if (capacityBags === null || totalStops === 0) return { load: loadText(totalStops, bags), fullest: null };
  const held = `${fullestBags.toLocaleString('en-US')} of ${capacityBags.toLocaleString('en-US')} bags`;
  if (visits === 0) return { load: `${stopsText(totalStops)} · ${held}`, fullest: null };
  return { load: loadText(totalStops, bags), fullest: `Fullest: ${held}` };
}

/** Returns "Too full by 12 bags"; null if the truck is never too full. */
export function tooFullText(overBags: number): string | null {
  return overBags > 0 ? `Too full by ${bagsText(overBags)}` : null;
}

/** Returns "49 bags stay on board"; null if the truck ends the day empty. */
export function staysLoadedText(leftBags: number): string | null {
  return leftBags > 0 ? `${bagsText(leftBags)} ${leftBags === 1 ? 'stays' : 'stay'} on board` : null;
}

/** Returns "1 h 20 min over shift"; null if the work fits into the shift. */
export function overText(overMinutes: number | null): string | null {
  const minutes = Math.round(overMinutes ?? 0);
  return minutes > 0 ? `${durationText(minutes)} over shift` : null;
}

/** Turns the wall time "07:00" into "7 AM", "15:30" into "3:30 PM". */
export function clockText(wallTime: string): string {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number);
  const hour = hours % 12 || 12;
  return `${hour}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${hours % 24 < 12 ? 'AM' : 'PM'}`;
}

/** Returns the remaining time as "1:52"; never negative. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns "12 stops are back where they were. 1 stop changed since and stayed: 718 S 9th St." */
export function undoneText({
  undoneStops,
  left,
}: {
  undoneStops: number;
  left: readonly { address: string }[];
}): string {
  const back = `${stopsText(undoneStops)} ${undoneStops === 1 ? 'is' : 'are'} back where ${undoneStops === 1 ? 'it was' : 'they were'}.`;
  if (left.length === 0) return back;
  const streets = left.slice(0, 3).map(({ address }) => streetOf(address));
  const more = left.length > streets.length ? ` and ${left.length - streets.length} more` : '';
  return `${back} ${stopsText(left.length)} changed since and were left alone: ${streets.join(', ')}${more}.`;
}

/** Returns the sentence about a driver's stops after a change of shift. */
export function shiftOutcomeText(
  { movedStops, unassigned }: { movedStops: number; unassigned: readonly unknown[] },
  choice: 'keep' | 'unassign' | 'replan',
): string {
  if (movedStops === 0) return 'No stop had to move.';
  const moved = stopsText(movedStops);
  if (choice === 'unassign') return `${moved} went back to Unassigned.`;
  if (unassigned.length === 0) return `${moved} went to other drivers.`;
  if (unassigned.length === movedStops)
    return `${moved} didn't fit into another shift and ${movedStops === 1 ? 'is' : 'are'} unassigned.`;
  return `${stopsText(movedStops - unassigned.length)} went to other drivers. ${unassigned.length} didn't fit into any shift and ${unassigned.length === 1 ? 'is' : 'are'} unassigned.`;
}

/** Returns the short word for a stop's type on a row. A subscription's stop reads "Plan". */
export function typeWord(serviceType: BoardStop['serviceType']): string {
  return serviceType === 'subscription' ? 'Plan' : serviceTypeText(serviceType);
}

/** Returns "9:40 AM", else the promised window, else an empty text. */
export function timeWord(stop: Pick<BoardStop, 'estimatedArrival' | 'pickupWindow'>): string {
  return stop.estimatedArrival ? timeText(stop.estimatedArrival) : (stop.pickupWindow ?? '');
}

/** Returns "7 h 10 min · 31.2 miles · ends 2:40 PM", with "About" in front if it is an estimate. */
export function dayWorkText(load: Pick<DriverLoad, 'plannedMinutes' | 'miles' | 'endsAt' | 'isEstimate'>): string {
  const parts = [
    durationText(load.plannedMinutes),
    milesText(load.miles),
    ...(load.endsAt ? [`ends ${timeText(load.endsAt)}`] : []),
  ];
  return `${load.isEstimate ? 'About ' : ''}${parts.join(' · ')}`;
}

interface DayAlerts {
  /** How many drivers work past their shift. */
  over: number;
  /** How many trucks are too full at some point. */
  tooFull: number;
  loaded: number;
  /** How many stops are planned after their window. */
  late: number;
}

/** Returns a day's problems: "2 drivers over shift", "1 truck too full", "1 truck stays loaded", "3 stops late". */
export function dayAlerts({ over, tooFull, loaded, late }: DayAlerts): string[] {
  return [
    ...(over > 0 ? [`${over === 1 ? '1 driver' : `${over} drivers`} over shift`] : []),
    ...(tooFull > 0 ? [`${tooFull === 1 ? '1 truck' : `${tooFull} trucks`} too full`] : []),
    ...(loaded > 0 ? [loaded === 1 ? '1 truck stays loaded' : `${loaded} trucks stay loaded`] : []),
    ...(late > 0 ? [`${stopsText(late)} late`] : []),
  ];
}
