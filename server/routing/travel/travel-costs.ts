import type { RoadTable } from '../../external/roads/road-distances.ts';
import { RoadDistancesError } from '../../external/roads/road-distances.ts';
import { inTurns } from '../../in-turns.ts';
import type { Services } from '../../services.ts';
import { metersBetween, metersWithin, type Spot, secondsFor, spotOf, type TravelPlace } from './travel-rules.ts';

/** Travel between `size` places, from row to column at index `from * size + to`. Road data may make it asymmetric. */
export interface TravelCosts {
  readonly size: number;
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** Longer legs of a road service count as unknown. The limits also keep a day's totals within the database's types. */
const maxLeg = { seconds: 24 * 60 * 60, meters: 5_000_000 };

/**
 * Returns the travel times and distances between all of these places. They come from the road service if one is
 * configured. If the service has no route or fails, they are estimated from the straight line and the usual speed.
 * Doesn't throw if the service fails.
 */
export async function travelCosts(
  { roads, settings, log }: Pick<Services, 'roads' | 'settings' | 'log'>,
  places: readonly TravelPlace[],
): Promise<TravelCosts> {
  const size = places.length;
  const costs = { size, seconds: new Int32Array(size * size), meters: new Int32Array(size * size) };
  const table = roads && size > 1 ? await askRoads({ roads, log }, places) : undefined;
  const yieldTurn = inTurns();
  const spots: Spot[] = [];
  for (const place of places) {
    // Parsing an address takes about as long as filling a row.
    spots.push(spotOf(place));
    await yieldTurn();
  }
  for (const [row, from] of spots.entries()) {
    fillRow(costs, row, from, spots, { table, speedMph: settings.routeSpeedMph });
    await yieldTurn();
  }
  return costs;
}

/** Asks the road service. If the service fails, logs one warning and returns undefined. */
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
    const isKnown = isWithin(roadSeconds, maxLeg.seconds) && isWithin(roadMeters, maxLeg.meters);
    // Between addresses with the same approximate coordinates, a road service returns 0 meters: the estimate counts.
    const estimate = isKnown ? (roadMeters < 2 ? metersWithin(from, to) : 0) : metersBetween(from, to);
    meters[at] = isKnown ? Math.max(roadMeters, Math.ceil(estimate)) : Math.ceil(estimate);
    seconds[at] = isKnown ? Math.max(roadSeconds, secondsFor(estimate, speedMph)) : secondsFor(estimate, speedMph);
  }
}

function isWithin(amount: number, max: number): boolean {
  return amount >= 0 && amount <= max;
}
