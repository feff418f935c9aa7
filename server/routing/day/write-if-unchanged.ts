import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStops } from '../places.store.ts';
import type { StopRow } from '../stops.store.ts';
import { lockDay } from '../store.ts';
import type { PlanningServices } from './day-travel.ts';
import type { DayStops } from './read-day.ts';
import { type RoutePlan, withoutResolved } from './route-plan.ts';
import { listPromises } from './stop-windows.store.ts';

const maxAttempts = 4;
/** No new attempt begins after this time, because the dispatcher is waiting. */
const maxAttemptMs = 30_000;
/** How many times one attempt may remove stops that drivers have resolved in the meantime. */
const maxRemovals = 8;

interface Steps {
  /** Reads the stops; throws a Refusal if nothing can be planned. */
  readonly read: (db: Db) => Promise<DayStops>;
  readonly plan: (stops: DayStops) => Promise<readonly RoutePlan[]>;
  readonly write: (trx: Db, plans: readonly RoutePlan[]) => Promise<void>;
}

/**
 * Reads a day's stops, plans routes for them, and writes the route plans if the stops are still the same: in one
 * transaction, under a lock of the day. Planning takes seconds, so it runs outside the transaction and drivers don't
 * have to wait.
 *
 * Stops that drivers resolve in the meantime are removed from the route plans; the other stops keep their order. After
 * any other change, the day is read and planned again. This also happens when a route plan takes stops from a driver
 * who has resolved one in the meantime, because that route is now under way, and when windows have become promises,
 * because the route plan doesn't consider them.
 *
 * Returns what was written. Throws 409 when the day changes on every attempt.
 */
export async function writeIfUnchanged(
  services: PlanningServices & Pick<Services, 'db'>,
  day: string,
  { read, plan, write }: Steps,
): Promise<readonly RoutePlan[]> {
  const startedMs = performance.now();
  for (let attempt = 1; attempt <= maxAttempts && performance.now() - startedMs < maxAttemptMs; attempt++) {
    let planned = await read(services.db);
    const promised = await countPromised(services.db, day, planned);
    let plans = await plan(planned);
    for (let removals = 0; removals <= maxRemovals; removals++) {
      const plannedIds = stopsOf(planned).map(({ id }) => id);
      const now = await inTransaction(services.db, async (trx) => {
        await lockDay(trx, day);
        await lockStops(trx, plannedIds);
        const found = withoutNewStops(await read(trx), planned);
        if ((await countPromised(trx, day, planned)) !== promised) return null;
        if (fingerprint(found) === fingerprint(planned)) await write(trx, plans);
        return found;
      });
      if (now === null) break;
      if (fingerprint(now) === fingerprint(planned)) return plans;
      const onlyResolvedSince = fingerprint(now, planned) === fingerprint(planned);
      if (!onlyResolvedSince || takesFromStarted(plans, planned, now)) break;
      plans = await withoutResolved(services, plans, now.drivers);
      planned = now;
    }
  }
  throw new Refusal(409, "The day's stops are changing right now. Please try again.", { code: 'changed_meanwhile' });
}

/**
 * Returns how many of the stops have a promised window. Promises are never withdrawn, so a different number means new
 * ones.
 */
async function countPromised(db: Db, day: string, planned: DayStops): Promise<number> {
  const ids = stopsOf(planned).map(({ id }) => id);
  return (await listPromises(db, day, ids)).length;
}

/** Returns true if a route plan takes a stop from a driver who has resolved one since it was planned. */
function takesFromStarted(plans: readonly RoutePlan[], planned: DayStops, now: DayStops): boolean {
  const resolved = new Map(planned.drivers.map((driver) => [driver.driverId, driver.resolved.length]));
  const started = new Set(
    now.drivers
      .filter((driver) => driver.resolved.length > (resolved.get(driver.driverId) ?? 0))
      .map(({ driverId }) => driverId),
  );
  return plans.some(({ driverId, open }) =>
    open.some((stop) => stop.driverId !== null && stop.driverId !== driverId && started.has(stop.driverId)),
  );
}

/** Returns the day without stops booked since it was planned. They stay pending, so the route plan remains valid. */
function withoutNewStops(now: DayStops, planned: DayStops): DayStops {
  const known = new Set(planned.pending.map(({ id }) => id));
  return { ...now, pending: now.pending.filter(({ id }) => known.has(id)) };
}

/**
 * Returns the facts whose change makes a route plan invalid, as text. Coordinates are not included: geocoding a new
 * day's addresses takes about a second each and would keep changing the day, and slightly older coordinates still make
 * a valid route plan. With `openIn`, stops that were open in that earlier reading count as open, and disposal visits
 * made since then are ignored.
 */
function fingerprint(day: DayStops, openIn?: DayStops): string {
  const open = new Map(openIn?.drivers.flatMap((driver) => driver.open.map((stop) => [stop.id, stop])));
  const ranks = ranksOf(stopsOf(day));
  const stops = stopsOf(day).map((stop) => {
    const { status, settledAt, countedBags } = open.get(stop.id) ?? stop;
    return [
      ...[stop.id, status, stop.driverId, stop.routeId, ranks.get(stop.id), stop.isPinned],
      ...[stop.scheduledDay, stop.address, stop.bagCount, countedBags, settledAt],
    ];
  });
  stops.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
  const emptiedIn = new Map(openIn?.drivers.map((driver) => [driver.driverId, driver.emptied]));
  const drivers = day.drivers.map(({ driverId, shift, truck, emptied, sites }) => [
    ...[driverId, shift, truck, (emptiedIn.get(driverId) ?? emptied).map(({ id }) => id)],
    sites.map(({ id, version }) => [id, version]),
  ]);
  return JSON.stringify([drivers, stops]);
}

/**
 * Returns each stop's rank within its route, by stop ID. Unlike `routeOrder`, a rank doesn't change when a gap in the
 * numbers is closed.
 */
function ranksOf(stops: readonly StopRow[]): ReadonlyMap<string, number> {
  const routed = stops.flatMap(({ id, routeId, routeOrder }) =>
    routeOrder === null ? [] : [{ id, routeId, routeOrder }],
  );
  const byRoute = Map.groupBy(routed, ({ routeId }) => routeId);
  return new Map(
    [...byRoute.values()].flatMap((route) =>
      route.toSorted((a, b) => a.routeOrder - b.routeOrder || (a.id < b.id ? -1 : 1)).map(({ id }, rank) => [id, rank]),
    ),
  );
}

function stopsOf({ drivers, pending }: DayStops): StopRow[] {
  return [...drivers.flatMap(({ resolved, open }) => [...resolved, ...open]), ...pending];
}
