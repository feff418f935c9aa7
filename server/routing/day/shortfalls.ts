import { bagsOf } from '../../../contract/pickups.ts';
import { overMinutes } from '../shifts/shift-rules.ts';
import type { UnassignedReason } from '../solver/day-problem.ts';
import type { PlannedDay } from './plan/plan-routes.ts';
import type { RoutePlan } from './plan/route-plan.ts';
import { serviceSeconds, type WorkTimes } from './plan/route-rules.ts';

/** What a planned day lacks, worded for the dispatcher: stops without a driver, overloaded drivers. */

/** The reasons why planning left a stop without a driver. */
const words: Readonly<Record<Exclude<UnassignedReason, 'no-room'>, string>> = {
  'too-large': 'It has more bags than any truck holds.',
  'out-of-hours': 'No driver can get there and back within a shift.',
  'sites-closed': 'No disposal site is open after it.',
  pinned: "It can't be at its fixed place in the route.",
};

/** Returns the stops that were left out, each with the reason. */
export function presentLeftOver({
  day,
  leftOver,
}: Pick<PlannedDay, 'day' | 'leftOver'>): { id: string; address: string; reason: string }[] {
  return leftOver.map(({ stop: { id, address }, reason }) => {
    return { id, address, reason: reason === 'no-room' ? noRoomWords(day) : words[reason] };
  });
}

function noRoomWords({ sites, windows }: PlannedDay['day']): string {
  const allClose = sites.length > 0 && sites.every(({ closesAt }) => closesAt !== null);
  const until = allClose ? ' before the disposal sites close' : '';
  const keepsPromises = [...windows.values()].some(({ isKept }) => isKept);
  return `It doesn't fit into any shift${until}.${keepsPromises ? ' Promised times are kept.' : ''}`;
}

/**
 * Returns by how much a day is overloaded: minutes beyond the shift, excess bags, and why the truck is too full or not
 * emptied. Returns null if it isn't overloaded.
 */
export function overloadOf(
  plan: RoutePlan,
  times: WorkTimes,
): { overMinutes: number; overBags: number; bagsReason: string | null } | null {
  const { shift, date, open, visits, ahead, endsAt, overBags } = plan;
  const atStops = open.reduce((sum, stop) => sum + serviceSeconds(stop, times), 0);
  const atSites = visits.reduce((sum, { site }) => sum + site.minutes * 60, 0);
  const over = overMinutes(shift, date, endsAt, ahead.seconds + atStops + atSites);
  const bagsReason = bagsReasonOf(plan);
  return over === 0 && bagsReason === null ? null : { overMinutes: over, overBags, bagsReason };
}

/** Returns why a truck is too full or isn't empty at the end of the day, worded for the dispatcher; null if neither. */
function bagsReasonOf({ overBags, leftBags, open, truck }: RoutePlan): string | null {
  if (overBags > 0 && open.some((stop) => bagsOf(stop) > truck.capacityBags)) {
    return 'A stop has more bags than the truck holds.';
  }
  if (overBags > 0) return 'No disposal site is open when the truck is full.';
  return leftBags > 0 ? 'No disposal site is open at the end of the day, so the truck stays loaded.' : null;
}
