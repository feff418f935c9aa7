import { type Db, inTransaction } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { applyPlan } from './apply-plan.ts';
import type { DriverDay, PlannedRoute } from './plan-routes.ts';
import { lockStops, type StopRow } from './stops.store.ts';
import { lockDay } from './store.ts';

export interface DayFacts {
  readonly drivers: readonly DriverDay[];
  readonly pending: readonly StopRow[];
}

const mostAttempts = 4;
/** Past this no new attempt begins: whoever pressed waits. */
const mostMs = 30_000;

interface Planning {
  /** Throws what the dispatcher should know. */
  readonly read: (db: Db) => Promise<DayFacts>;
  readonly plan: (facts: DayFacts) => Promise<readonly PlannedRoute[]>;
  /** What else is written with the plan. */
  readonly alongside?: (trx: Db) => Promise<void>;
}

/**
 * Plans from facts and writes the plan if the facts still hold, in one transaction under a lock of the day: planning takes
 * seconds, and no driver's tap may wait that long. When something has changed meanwhile it plans again; a day that changes
 * all the time is 409.
 */
export async function planUnchanged(
  services: Services,
  actorId: string,
  day: string,
  { read, plan, alongside }: Planning,
): Promise<readonly PlannedRoute[]> {
  const startedMs = performance.now();
  for (let attempt = 1; attempt <= mostAttempts && performance.now() - startedMs < mostMs; attempt++) {
    const facts = await read(services.db);
    const planned = await plan(facts);
    const isWritten = await inTransaction(services.db, async (trx) => {
      await lockDay(trx, day);
      await lockStops(
        trx,
        stopsOf(facts).map(({ id }) => id),
      );
      if (fingerprint(await read(trx)) !== fingerprint(facts)) return false;
      await applyPlan(services, trx, actorId, day, planned);
      await alongside?.(trx);
      return true;
    });
    if (isWritten) return planned;
  }
  throw new Refusal(409, 'The day is changing at this moment. Please try again.', { code: 'changed_meanwhile' });
}

function stopsOf({ drivers, pending }: DayFacts): StopRow[] {
  return [...drivers.flatMap(({ settled, open }) => [...settled, ...open]), ...pending];
}

/**
 * What a plan must not miss. Where a stop is, is none of it: while the addresses of a new day are looked up, one a second,
 * something would change all the time, and a plan from what was known a moment ago is a plan.
 */
function fingerprint(facts: DayFacts): string {
  const stops = stopsOf(facts).map((stop) => [
    ...[stop.id, stop.status, stop.driverId, stop.routeId, stop.routeOrder, stop.isPinned],
    ...[stop.scheduledDay, stop.address, stop.bagCount],
  ]);
  return JSON.stringify([facts.drivers.map(({ driverId }) => driverId), stops]);
}
