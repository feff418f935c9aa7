import { type Db, inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockStops, type StopRow } from '../stops.store.ts';
import { lockDay } from '../store.ts';
import { applyPlan } from './apply-plan.ts';
import type { DriverDay } from './day-map.ts';
import { type PlannedRoute, planWithoutSettled } from './plan-routes.ts';

export interface DayFacts {
  readonly drivers: readonly DriverDay[];
  readonly pending: readonly StopRow[];
}

const mostAttempts = 4;
/** A plan is brought in line with so many times that drivers settled stops, one after the other. */
const mostFollowed = 8;
/** Past this no new attempt begins: whoever pressed waits. */
const mostMs = 30_000;

interface Planning {
  /** Throws what the dispatcher should know. */
  readonly read: (db: Db) => Promise<DayFacts>;
  readonly plan: (facts: DayFacts) => Promise<readonly PlannedRoute[]>;
}

/**
 * Plans from facts and writes the plan if the facts still hold, in one transaction under a lock of the day: planning takes
 * seconds, and no driver's tap may wait that long. Stops that drivers settle meanwhile leave the plan, whose order stays; when
 * something else has changed it plans again. A day that changes all the time is 409. Answers what was written.
 */
export async function planUnchanged(
  services: Services,
  actorId: string,
  day: string,
  /** `alongside` is what else is written with the plan. */
  { alongside, ...planning }: Planning & { readonly alongside?: (trx: Db) => Promise<void> },
): Promise<readonly PlannedRoute[]> {
  return await writeUnchanged(services, day, {
    ...planning,
    write: async (trx, planned) => {
      await applyPlan(services, trx, actorId, day, planned);
      await alongside?.(trx);
    },
  });
}

/** The same for what is written otherwise. */
export async function writeUnchanged(
  services: Pick<Services, 'db' | 'roads' | 'settings' | 'log'>,
  day: string,
  { read, plan, write }: Planning & { write: (trx: Db, planned: readonly PlannedRoute[]) => Promise<void> },
): Promise<readonly PlannedRoute[]> {
  const startedMs = performance.now();
  for (let attempt = 1; attempt <= mostAttempts && performance.now() - startedMs < mostMs; attempt++) {
    let facts = await read(services.db);
    let planned = await plan(facts);
    for (let followed = 0; followed <= mostFollowed; followed++) {
      const now = await inTransaction(services.db, async (trx) => {
        await lockDay(trx, day);
        await lockStops(
          trx,
          stopsOf(facts).map(({ id }) => id),
        );
        const found = withoutNew(await read(trx), facts);
        if (fingerprint(found) === fingerprint(facts)) await write(trx, planned);
        return found;
      });
      if (fingerprint(now) === fingerprint(facts)) return planned;
      if (fingerprint(now, facts) !== fingerprint(facts)) break;
      planned = await planWithoutSettled(services, planned, now.drivers);
      facts = now;
    }
  }
  throw new Refusal(409, 'The day is changing at this moment. Please try again.', { code: 'changed_meanwhile' });
}

/** What nobody has yet and is merely new stays pending: bookings come in all day, and the plan does not touch them. */
function withoutNew(now: DayFacts, planned: DayFacts): DayFacts {
  const known = new Set(planned.pending.map(({ id }) => id));
  return { ...now, pending: now.pending.filter(({ id }) => known.has(id)) };
}

function stopsOf({ drivers, pending }: DayFacts): StopRow[] {
  return [...drivers.flatMap(({ settled, open }) => [...settled, ...open]), ...pending];
}

/**
 * What a plan must not miss. Where a stop is, is none of it: while the addresses of a new day are looked up, one a second,
 * something would change all the time, and a plan from what was known a moment ago is a plan. With `asIn`, as if the stops
 * that were open then were so still.
 */
function fingerprint(facts: DayFacts, asIn?: DayFacts): string {
  const open = new Map(asIn?.drivers.flatMap((driver) => driver.open.map((stop) => [stop.id, stop])));
  const ranks = ranksOf(stopsOf(facts));
  const stops = stopsOf(facts).map((stop) => {
    const { status, settledAt } = open.get(stop.id) ?? stop;
    return [
      ...[stop.id, status, stop.driverId, stop.routeId, ranks.get(stop.id), stop.isPinned],
      ...[stop.scheduledDay, stop.address, stop.bagCount, settledAt],
    ];
  });
  stops.sort(([a], [b]) => ((a as string) < (b as string) ? -1 : 1));
  return JSON.stringify([facts.drivers.map(({ driverId }) => driverId), stops]);
}

/** Which stop comes before which in its route. The numbers may have closed up meanwhile, and the order is the same. */
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
