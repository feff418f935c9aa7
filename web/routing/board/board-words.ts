import { bagsText } from '../../../contract/pickups.ts';
import type { BoardStop, DriverLoad } from '../../../contract/routing/day-board.ts';
import { serviceTypeText, timeText } from '../../pickups/pickup-words.ts';
import { durationText, milesText, stopsText, streetOf } from '../route-words.ts';

/** "42 stops · 180 bags", "No stops" */
export function loadText(stops: number, bags: number): string {
  return stops === 0
    ? 'No stops'
    : `${stopsText(stops)} · ${bags.toLocaleString('en-US')} ${bags === 1 ? 'bag' : 'bags'}`;
}

/**
 * "42 stops · 118 of 120 bags" where capacity is looked at. A truck that is emptied on the way collects more than it holds: then
 * `fullest` is apart ("Fullest: 118 of 120 bags").
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

/** "Too full by 12 bags"; null if the truck never is. */
export function tooFullText(overBags: number): string | null {
  return overBags > 0 ? `Too full by ${bagsText(overBags)}` : null;
}

/** "49 bags stay on board"; null if the truck ends the day empty. */
export function staysLoadedText(leftBags: number): string | null {
  return leftBags > 0 ? `${bagsText(leftBags)} ${leftBags === 1 ? 'stays' : 'stay'} on board` : null;
}

/** "1 h 20 min over shift"; null if the work fits. */
export function overText(overMinutes: number | null): string | null {
  const minutes = Math.round(overMinutes ?? 0);
  return minutes > 0 ? `${durationText(minutes)} over shift` : null;
}

/** "07:00" → "7 AM", "15:30" → "3:30 PM" */
export function clockText(wallTime: string): string {
  const [hours = 0, minutes = 0] = wallTime.split(':').map(Number);
  const hour = hours % 12 || 12;
  return `${hour}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`} ${hours % 24 < 12 ? 'AM' : 'PM'}`;
}

/** "1:52", from milliseconds that are left; never negative. */
export function countdownText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** "12 stops are back where they were. 1 stop changed since and stayed: 718 S 9th St." */
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

/** The outcome for a driver's stops after a change of shift. */
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

/** A type's short word on a row: a subscription's stop is a plan's. */
export function typeWord(serviceType: BoardStop['serviceType']): string {
  return serviceType === 'subscription' ? 'Plan' : serviceTypeText(serviceType);
}

/** "9:40 AM", else the promised window, else nothing. */
export function timeWord(stop: Pick<BoardStop, 'estimatedArrival' | 'pickupWindow'>): string {
  return stop.estimatedArrival ? timeText(stop.estimatedArrival) : (stop.pickupWindow ?? '');
}

/** "7 h 10 min · 31.2 miles · ends 2:40 PM"; "About …" while some stops have no place in the route. */
export function dayWorkText(load: Pick<DriverLoad, 'plannedMinutes' | 'miles' | 'endsAt' | 'isEstimate'>): string {
  const parts = [
    durationText(load.plannedMinutes),
    milesText(load.miles),
    ...(load.endsAt ? [`ends ${timeText(load.endsAt)}`] : []),
  ];
  return `${load.isEstimate ? 'About ' : ''}${parts.join(' · ')}`;
}

interface DayAlerts {
  /** Drivers. */
  over: number;
  /** Trucks. */
  tooFull: number;
  loaded: number;
  /** Stops. */
  late: number;
}

/** The problems of a day: "2 drivers over shift", "1 truck too full", "1 truck stays loaded", "3 stops late". */
export function dayAlerts({ over, tooFull, loaded, late }: DayAlerts): string[] {
  return [
    ...(over > 0 ? [`${over === 1 ? '1 driver' : `${over} drivers`} over shift`] : []),
    ...(tooFull > 0 ? [`${tooFull === 1 ? '1 truck' : `${tooFull} trucks`} too full`] : []),
    ...(loaded > 0 ? [loaded === 1 ? '1 truck stays loaded' : `${loaded} trucks stay loaded`] : []),
    ...(late > 0 ? [`${stopsText(late)} late`] : []),
  ];
}
