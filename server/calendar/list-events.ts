import { pickupPath } from '../../contract/pages.ts';
import type { Services } from '../services.ts';
import type { OwnCancelReason } from '../subscriptions/occurrences/make-stop.ts';
import { visitIdOf } from '../subscriptions/occurrences/visit-id.ts';
import { readVisitsOf, type VisitsOfPlan } from '../subscriptions/plan-page/read-visits-of.ts';
import { listPickups, type PickupFacts } from './calendar.store.ts';
import type { EventFacts } from './event-rules.ts';

/** The most pickups in a feed, more than a customer has in 60 days and the year ahead. */
const mostPickups = 1_000;

/**
 * Returns the events of a customer from a day on, in order of day: the pickups, and the visits without a stop that the
 * plan's page shows. A plan's visit is one event: its stop that isn't cancelled, else what the plan's page says of it,
 * else its last cancelled stop.
 */
export async function listEvents(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  { customerId, since }: { customerId: string; since: string },
): Promise<EventFacts[]> {
  // Reads one snapshot, so that a visit whose stop is made meanwhile isn't missing.
  const books = services.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  const { pickups, plan } = await books.execute(async (db) => ({
    pickups: await listPickups(db, { customerId, since, most: mostPickups }),
    plan: await readVisitsOf(services, db, customerId),
  }));
  const events = new Map([...Map.groupBy(pickups, uidOf)].map(([uid, stops]) => [uid, factsOfStops(uid, stops)]));
  for (const visit of plan ? factsOfVisits(plan) : []) {
    const known = events.get(visit.uid);
    // A held visit whose stop was cancelled stays as it was, so that it doesn't change when its day has passed.
    if (known && visit.isPlanOnHold) continue;
    events.set(visit.uid, { ...visit, changedAt: latest([visit, ...(known ? [known] : [])]) });
  }
  return [...events.values()].sort((a, b) => a.day.localeCompare(b.day) || a.uid.localeCompare(b.uid));
}

const onHold: OwnCancelReason = 'On hold';

function uidOf({ id, subscriptionId, occurrence }: Pick<PickupFacts, 'id' | 'subscriptionId' | 'occurrence'>): string {
  return subscriptionId && occurrence ? `visit-${visitIdOf({ subscriptionId, occurrence })}` : `pickup-${id}`;
}

/** Returns the event of a pickup, or of all stops that were made for one visit, oldest first. */
function factsOfStops(uid: string, stops: readonly PickupFacts[]): EventFacts {
  const stop = stops.find(({ status }) => status !== 'cancelled') ?? stops.at(-1);
  if (!stop) throw new Error(`the event ${uid} has no pickup`);
  const { id, subscriptionId, occurrence, cancellationReason, ...facts } = stop;
  const isPlanOnHold = facts.status === 'cancelled' && cancellationReason === onHold;
  const isOfPlan = subscriptionId !== null;
  return { ...facts, uid, path: pickupPath(id), isOfPlan, isPlanOnHold, changedAt: latest(stops) };
}

/** Returns the events of the scheduled and the held visits that have no stop. */
function factsOfVisits({ subscriptionId, visits, ...plan }: VisitsOfPlan): EventFacts[] {
  const withoutStop = visits.filter(({ pickupId }) => pickupId === null);
  return withoutStop.map(({ day: occurrence, movedTo, state }) => ({
    ...plan,
    uid: uidOf({ id: '', subscriptionId, occurrence }),
    path: '/plan',
    status: state === 'scheduled' ? 'pending' : 'cancelled',
    day: movedTo ?? occurrence,
    ...{ pickupWindow: null, heldAt: null, isOfPlan: true, isPlanOnHold: state === 'held' },
  }));
}

function latest(changes: readonly { readonly changedAt: Date }[]): Date {
  return new Date(Math.max(...changes.map(({ changedAt }) => changedAt.getTime())));
}
