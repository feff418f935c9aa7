import { sql } from 'kysely';
import { jobHandlersOf } from '../../../server/assemble.ts';
import type { ProviderEvent } from '../../../server/external/payments/payment-provider.ts';
import { reconcilePayments } from '../../../server/payments/reconcile/reconcile-payments.ts';
import { retryAllRefused } from '../../../server/payments/refunds/retry-refund.ts';
import { receiveEvent } from '../../../server/payments/webhook/receive-event.ts';
import { Refusal } from '../../../server/refusal.ts';
import { renewSubscriptions } from '../../../server/subscriptions/billing/renew-subscriptions.ts';
import { sweepCredits } from '../../../server/subscriptions/credits/sweep-credits.ts';
import { sweepSubscriptions } from '../../../server/subscriptions/occurrences/sweep-subscriptions.ts';
import type { Random } from '../random.ts';
import { listEvents, passTime, type World } from './world.ts';

/** The app's own recovery: by its jobs, the hourly renewals, the reconciler, and events that the provider repeats. */

/** Makes the provider abandon plans that were not paid within a day. */
export async function expirePlans({ t, provider }: World): Promise<void> {
  const waiting = t.db.selectFrom('simulated_subscriptions').select('id').where('status', '=', 'incomplete');
  for (const { id } of await waiting.execute()) await provider.abandonSubscription(id);
}

/** Jobs that move or record money. Notifications and emails have separate tests. */
export const moneyJobs = [
  ...(['handle-event', 'send-refund', 'sync-subscription', 'sync-billing'] as const),
  ...(['apply-credit', 'close-credits'] as const),
] as const;

/** Runs the waiting money jobs, some of them twice. Returns how many there were. */
export async function runMoneyJobs(world: World, twice: Random): Promise<number> {
  const { rows: jobs } = await sql<{ id: string; name: (typeof moneyJobs)[number]; data: never }>`
    SELECT "id", "name", "data" FROM pgboss.job WHERE "name" = ANY(${[...moneyJobs]}) ORDER BY "created_on", "id"
  `.execute(world.t.db);
  const handlers = jobHandlersOf(world.services);
  for (const { id, name, data } of jobs) {
    try {
      await handlers[name](data, id);
      if (twice.chance(0.2)) await handlers[name](data, id);
    } catch (error) {
      // The job waits for another one, and the queue tries it again.
      if (error instanceof Refusal && error.status === 503) continue;
      throw error;
    }
    await sql`DELETE FROM pgboss.job WHERE "id" = ${id}`.execute(world.t.db);
  }
  return jobs.length;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * What runs first after a restart. The queue alone must send all refunds, and so must the reconciler alone, because it
 * takes over jobs that failed too often. Without events, the app must find the provider's changes by asking.
 */
export const recoveries = ['all at once', 'nothing is told', 'the queue first', 'the reconciler first'] as const;

export type Recovery = (typeof recoveries)[number];

/**
 * Restarts everything: jobs run, the reconciler runs every few minutes, the provider repeats its events, and a day or a
 * month passes. Then no work may remain. Returns what the queue or the reconciler should have done alone.
 */
export async function recover(world: World, random: Random, recovery: Recovery): Promise<string[]> {
  world.refusesRefunds = false;
  // The provider says that it has money again. Without that, the next try comes by itself.
  if (recovery !== 'nothing is told') await retryAllRefused(world.t.services);
  const faults = await recoverAlone(world, random, recovery);
  const getsEvents = recovery === 'all at once' || recovery === 'the queue first';
  const pauses = [2 * minuteMs, 2 * minuteMs, 25 * hourMs, 2 * minuteMs];
  // Without events, a plan ended in the provider's dashboard is found when its paid month is over.
  if (!getsEvents) pauses.push(32 * 24 * hourMs, 2 * minuteMs);
  for (const pauseMs of pauses) {
    passTime(world, pauseMs);
    if (getsEvents) for (const event of await listUnhandled(world)) await receiveEvent(world.services, event);
    await runHourlyWork(world, random);
  }
  return faults;
}

async function recoverAlone(world: World, random: Random, recovery: Recovery): Promise<string[]> {
  if (recovery !== 'the queue first' && recovery !== 'the reconciler first') return [];
  // The reconciler settles a payment, hears of a dispute or tries a refund in one turn, and goes on in the next.
  for (let turn = 0; turn < 3; turn += 1) {
    passTime(world, 2 * minuteMs);
    if (recovery === 'the queue first') await runMoneyJobs(world, random);
    else await reconcilePayments(world.services);
  }
  return await findUnsent(world, recovery);
}

/** Returns the refunds that are due and were not sent. */
async function findUnsent({ t: { db } }: World, recovery: Recovery): Promise<string[]> {
  // A refund of a disputed charge waits for the bank.
  const asked = db
    .selectFrom('charge_refunds')
    .select('id')
    .where('status', 'in', ['asked', 'refused'])
    .where('nextTryAt', 'is not', null);
  return [...(await asked.execute()).map(() => `${recovery}: a refund was not sent`)];
}

/** Returns the events that the provider has sent and that were not handled. */
async function listUnhandled(world: World): Promise<ProviderEvent[]> {
  const known = world.t.db.selectFrom('provider_events').select('id').where('handledAt', 'is not', null);
  const handled = new Set((await known.execute()).map(({ id }) => id));
  return (await listEvents(world)).filter(({ id }) => !handled.has(id));
}

/** Runs the queue, the reconciler, the renewals and the sweeps of plans once. */
export async function runHourlyWork(world: World, random: Random): Promise<void> {
  await runMoneyJobs(world, random);
  await reconcilePayments(world.services);
  await renewSubscriptions(world.services);
  await sweepSubscriptions(world.services);
  await sweepCredits(world.services);
  await runMoneyJobs(world, random);
}
