import { sql } from 'kysely';
import type { ProviderEvent } from '../../../server/external/payments/payment-provider.ts';
import { jobHandlersOf } from '../../../server/main.ts';
import { reconcilePayments } from '../../../server/payments/reconcile/reconcile-payments.ts';
import { receiveEvent } from '../../../server/payments/webhook/handle-event.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import type { Random } from '../random.ts';
import { listEvents, passTime, type World } from './world.ts';

/** How everything comes to rest by itself: the queue, the calendar, the reconciler, and what the provider tells again. */

/** The provider gives up a plan that nobody has paid within a day. */
export async function expirePlans({ t, provider }: World): Promise<void> {
  const waiting = t.db.selectFrom('simulated_subscriptions').select('id').where('status', '=', 'incomplete');
  for (const { id } of await waiting.execute()) await provider.abandonSubscription(id);
}

/** Jobs that move money or follow it; notices and mails have tests of their own. */
const moneyJobs = ['refund-payment', 'send-refund', 'sync-subscription', 'sync-billing'] as const;

/** Works off the jobs that wait, one process a job, some of them twice. Answers how many there were. */
export async function workOff(world: World, twice: Random): Promise<number> {
  const { rows: jobs } = await sql<{ id: string; name: (typeof moneyJobs)[number]; data: never }>`
    SELECT "id", "name", "data" FROM pgboss.job WHERE "name" = ANY(${[...moneyJobs]}) ORDER BY "created_on", "id"
  `.execute(world.t.db);
  const handlers = jobHandlersOf(world.services);
  for (const { id, name, data } of jobs) {
    await handlers[name](data, id);
    if (twice.chance(0.2)) await handlers[name](data, id);
    await sql`DELETE FROM pgboss.job WHERE "id" = ${id}`.execute(world.t.db);
  }
  return jobs.length;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * What comes first once everything runs again. The queue alone must send what goes back, and so must the reconciler alone: a job
 * that has failed too often is left to it. Where nothing is told, what the provider knows is found by asking.
 */
export const rests = ['all at once', 'nothing is told', 'the queue first', 'the reconciler first'] as const;

export type Rest = (typeof rests)[number];

/**
 * Everything has died and is started again: jobs are worked off, the reconciler looks every few minutes, the provider tells
 * again, a day goes by, or a month. Nothing is left to do then. Answers what one of them should have done alone.
 */
export async function comeToRest(world: World, random: Random, rest: Rest): Promise<string[]> {
  const faults = await beginAlone(world, random, rest);
  const isTold = rest === 'all at once' || rest === 'the queue first';
  const pauses = [2 * minuteMs, 2 * minuteMs, 25 * hourMs, 2 * minuteMs];
  // That a plan was ended in the provider's own screens is found without an event when its paid time is over.
  if (!isTold) pauses.push(32 * 24 * hourMs, 2 * minuteMs);
  for (const pauseMs of pauses) {
    passTime(world, pauseMs);
    if (isTold) for (const event of await listUnheard(world)) await receiveEvent(world.services, event);
    await look(world, random);
  }
  return faults;
}

async function beginAlone(world: World, random: Random, rest: Rest): Promise<string[]> {
  if (rest !== 'the queue first' && rest !== 'the reconciler first') return [];
  for (let turn = 0; turn < 2; turn += 1) {
    passTime(world, 2 * minuteMs);
    if (rest === 'the queue first') await workOff(world, random);
    else await reconcilePayments(world.services);
  }
  return await findUnsent(world, rest);
}

/** What was decided to go back and has not. */
async function findUnsent({ t: { db } }: World, rest: Rest): Promise<string[]> {
  const pending = db.selectFrom('payments').selectAll().where('status', '=', 'refund_pending');
  const requested = db.selectFrom('refunds').select('id').where('status', '=', 'requested');
  // What bought nothing for a day goes back by the reconciler, who looks at it again himself.
  const byJob = (await pending.execute()).filter((one) => one.purpose !== 'booking' || one.bookingId || one.pickupId);
  const unsent = rest === 'the queue first' ? byJob : await pending.execute();
  return [
    ...unsent.map(({ purpose }) => `${rest}: the money of a ${purpose} has not gone back`),
    ...(await requested.execute()).map(() => `${rest}: a refund was not sent`),
  ];
}

/** What the provider has sent and got no 200 for. */
async function listUnheard(world: World): Promise<ProviderEvent[]> {
  const known = world.t.db.selectFrom('provider_events').select('id').where('handledAt', 'is not', null);
  const handled = new Set((await known.execute()).map(({ id }) => id));
  return (await listEvents(world)).filter(({ id }) => !handled.has(id));
}

/** What the queue and the calendar do by themselves. */
export async function look(world: World, random: Random): Promise<void> {
  await workOff(world, random);
  await reconcilePayments(world.services);
  await renewSubscriptions(world.services);
  await workOff(world, random);
}
