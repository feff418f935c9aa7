import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStops } from '../places.store.ts';
import { lockDay } from '../routing.store.ts';
import type { StopRow } from '../stops.store.ts';
import type { PlannedDay } from './plan/plan-routes.ts';
import { type RoutePlan, toRoutePlan } from './plan/route-plan.ts';
import type { Day, DayStops } from './read/day.ts';
import { type DayServices, readDay } from './read/read-day.ts';

const maxAttempts = 4;
/** No new attempt begins after this time, because the dispatcher is waiting. */
const maxAttemptMs = 30_000;

type Planned = Pick<PlannedDay, 'plans'>;

interface Steps<Plan extends Planned, Written> {
  /** Reads the stops; throws a Refusal if nothing can be planned. */
  readonly read: (db: Db) => Promise<DayStops>;
  /** Plans from the day alone, because it may run several times and its result may be given up. */
  readonly plan: (day: Day) => Plan | Promise<Plan>;
  readonly write: (trx: Db, planned: Plan) => Promise<Written>;
}

/**
 * Changes a day's route plans in three steps: reads the day, plans it, and writes the route plans if the day is still
 * the same, in one transaction and under a lock of the day. Planning takes seconds, so it runs outside the
 * transaction and drivers don't have to wait.
 *
 * Stops that drivers resolve in the meantime are removed from the route plans; the other stops keep their order. After
 * any other change, the day is read and planned again. This also happens when a route plan takes stops from a driver
 * who has resolved one in the meantime, because that route is now under way, and when windows have become promises,
 * because the route plan doesn't consider them.
 *
 * Returns what `write` returns. Throws 409 when the day changes on every attempt.
 */
export async function replanDay<Plan extends Planned, Written>(
  services: DayServices & Pick<Services, 'db'>,
  { read, plan, write }: Steps<Plan, Written>,
): Promise<Written> {
  const startedMs = performance.now();
  for (let attempt = 1; attempt <= maxAttempts && performance.now() - startedMs < maxAttemptMs; attempt++) {
    const day = await readDay(services, await read(services.db));
    const planned = await plan(day);
    const done = await inTransaction(services.db, async (trx) => {
      await lockDay(trx, day.date);
      await lockStops(
        trx,
        stopsOf(day).map(({ id }) => id),
      );
      const now = withoutNewStops(await read(trx), day);
      if (!isStillValid(planned, day, now)) return null;
      const plans = withoutResolved({ ...day, now: services.clock() }, planned.plans, now);
      return { written: await write(trx, { ...planned, plans }) };
    });
    if (done) return done.written;
  }
  throw new Refusal(409, "The day's stops are changing right now. Please try again.", { code: 'changed_meanwhile' });
}

/** Returns true if nothing has changed since a day was planned except that drivers have resolved stops. */
function isStillValid({ plans }: Planned, day: Day, now: DayStops): boolean {
  // A site that was visited in the meantime may be one that the travel matrix doesn't contain.
  const isSiteKnown = now.drivers.every(({ emptied }) =>
    emptied.every(({ siteId }) => day.travel.placeOfSite.has(siteId)),
  );
  return isSiteKnown && fingerprint(now, day) === fingerprint(day) && !takesFromStarted(plans, day, now);
}

/** Returns the route plans without the stops that drivers have resolved since planning. The others keep their order. */
function withoutResolved(day: Day, plans: readonly RoutePlan[], { drivers }: DayStops): RoutePlan[] {
  return plans.flatMap((plan) => {
    const { resolved, emptied } = drivers.find(({ driverId }) => driverId === plan.driverId) ?? plan;
    const resolvedIds = new Set(resolved.map(({ id }) => id));
    const open = plan.open.filter(({ id }) => !resolvedIds.has(id));
    if (open.length === plan.open.length && emptied.length === plan.emptied.length) return [plan];
    return open.length > 0 ? [toRoutePlan(day, { ...plan, resolved, emptied }, open)] : [];
  });
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
      ...[stop.scheduledDay, stop.address, stop.bagCount, countedBags, settledAt, stop.promisedFrom],
    ];
  });
  stops.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
  const emptiedIn = new Map(openIn?.drivers.map((driver) => [driver.driverId, driver.emptied]));
  const drivers = day.drivers.map(({ driverId, shift, truck, emptied }) => {
    return [driverId, shift, truck, (emptiedIn.get(driverId) ?? emptied).map(({ id }) => id)];
  });
  const sites = day.sites.map(({ id, version }) => [id, version]);
  return JSON.stringify([drivers, sites, stops]);
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
