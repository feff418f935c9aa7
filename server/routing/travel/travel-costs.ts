import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RoadTable } from '../../external/roads/road-distances.ts';
import { RoadDistancesError } from '../../external/roads/road-distances.ts';
import type { Services } from '../../services.ts';
import { metersBetween, metersWithin, type Spot, secondsFor, spotOf, type TravelPlace } from './travel-rules.ts';

export type { TravelPlace } from './travel-rules.ts';

/** What every way between `size` places costs: from row to column at `from * size + to`. Not symmetric by roads. */
export interface TravelCosts {
  readonly size: number;
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** No other work of this process waits longer than about this. */
const turnMs = 4;
/** No driver goes further in one go: a road service that says so does not know the way. A day of such ways could not be kept. */
const mostRoad = { seconds: 24 * 60 * 60, meters: 5_000_000 };

/**
 * What the ways between all of these places cost: by the roads where a road service is set up, and where it knows no way,
 * or does not answer, by distance and the usual speed. Never refuses.
 */
export async function travelCosts(
  { roads, settings, log }: Pick<Services, 'roads' | 'settings' | 'log'>,
  places: readonly TravelPlace[],
): Promise<TravelCosts> {
  const size = places.length;
  const costs = { size, seconds: new Int32Array(size * size), meters: new Int32Array(size * size) };
  const table = roads && size > 1 ? await askRoads({ roads, log }, places) : undefined;
  const giveWay = inTurns();
  const spots: Spot[] = [];
  for (const place of places) {
    // Reading an address takes about as long as filling a row.
    spots.push(spotOf(place));
    await giveWay();
  }
  for (const [row, from] of spots.entries()) {
    fillRow(costs, row, from, spots, { table, speedMph: settings.routeSpeedMph });
    await giveWay();
  }
  return costs;
}

/** Lets other work through, when called after a turn's time. */
function inTurns(): () => Promise<void> {
  let turnEndsMs = performance.now() + turnMs;
  return async () => {
    if (performance.now() < turnEndsMs) return;
    await nextTurn();
    turnEndsMs = performance.now() + turnMs;
  };
}

/** Nothing, after one line in the log, when the service is of no help. */
async function askRoads(
  { roads, log }: Required<Pick<Services, 'log'>> & { roads: NonNullable<Services['roads']> },
  places: readonly TravelPlace[],
): Promise<RoadTable | undefined> {
  try {
    return await roads.between(places);
  } catch (error) {
    if (!(error instanceof RoadDistancesError)) throw error;
    log.warn({ reason: error.message }, 'the road service failed: distances are estimated');
    return undefined;
  }
}

function fillRow(
  { size, seconds, meters }: TravelCosts,
  row: number,
  from: Spot,
  spots: readonly Spot[],
  { table, speedMph }: { table: RoadTable | undefined; speedMph: number },
): void {
  for (let column = 0; column < size; column++) {
    if (column === row) continue;
    const at = row * size + column;
    const to = spots[column] as Spot;
    const roadSeconds = table?.seconds[at] ?? -1;
    const roadMeters = table?.meters[at] ?? -1;
    const isKnown = isWithin(roadSeconds, mostRoad.seconds) && isWithin(roadMeters, mostRoad.meters);
    // By the roads two addresses at one spot are no way apart, also where it stands for a whole ZIP code.
    const estimate = isKnown ? (roadMeters < 2 ? metersWithin(from, to) : 0) : metersBetween(from, to);
    meters[at] = isKnown ? Math.max(roadMeters, Math.ceil(estimate)) : Math.ceil(estimate);
    seconds[at] = isKnown ? Math.max(roadSeconds, secondsFor(estimate, speedMph)) : secondsFor(estimate, speedMph);
  }
}

function isWithin(amount: number, most: number): boolean {
  return amount >= 0 && amount <= most;
}
