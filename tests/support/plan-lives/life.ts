import { sql } from 'kysely';
import { type PackageType, packageTypes } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { jobHandlersOf } from '../../../server/assemble.ts';
import type { JobName } from '../../../server/jobs/job-kinds.ts';
import { Refusal } from '../../../server/refusal.ts';
import type { ApiResponse } from '../app.ts';
import { moneyJobs } from '../interleaving/recovery.ts';
import { Crash } from '../processes/crashes.ts';
import type { Random } from '../random.ts';
import { stopsOf } from '../subscriptions/subscriptions.ts';
import { goodCard } from './calendar.ts';
import { type Life, nowOf, planOf } from './life-facts.ts';
import { observePauses } from './pauses.ts';
import {
  applyPending,
  cutoff,
  daysOf,
  newModel,
  type PlanModel,
  passCutoff,
  priceCentsOf,
  runningHold,
} from './plan-model.ts';
import type { PlanWorld } from './plan-world.ts';

/** The beginning of a life, its presses and jobs, and the passing of time. */

export async function beginLife(
  world: PlanWorld,
  random: Random,
  startsAt: Date,
  risk: number,
  [packageType, preferredDay]: [PackageType, string] = [random.pick(packageTypes), random.pick(weekdays)],
  sweepGaps: readonly number[] = [1, 8, 26, 30, 50],
): Promise<Life> {
  const customer = await world.reset(startsAt);
  const life: Life = {
    world,
    random,
    customer,
    models: [],
    trail: [`born ${startsAt.toISOString()}`],
    risk,
    late: [],
    sweepGaps,
  };
  await buyPlan(life, packageType, preferredDay);
  return life;
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Subscribes with a card that pays. */
export async function buyPlan(life: Life, packageType: PackageType, preferredDay: string): Promise<void> {
  const { world, customer } = life;
  const { token } = customer;
  const body = { packageType, preferredDay };
  let opened = await world.call('POST', '/api/create-subscription', { token, body });
  // The credit of the previous plan is still being closed.
  for (let tries = 0; opened.status === 503 && tries < 5; tries += 1) {
    await runJobs(life);
    opened = await world.call('POST', '/api/create-subscription', { token, body });
  }
  if (opened.status !== 200) throw new Error(`could not subscribe: ${opened.status} ${JSON.stringify(opened.body)}`);
  await world.provider.pay(world.call, token, opened.body.clientSecret, goodCard);
  const confirmed = await world.call('POST', '/api/confirm-subscription-payment', {
    ...{ token, body: { subscriptionId: opened.body.subscriptionId } },
  });
  if (confirmed.status !== 200) throw new Error(`could not start the plan: ${JSON.stringify(confirmed.body)}`);
  const terms = { packageType, days: daysOf(packageType, preferredDay), priceCents: priceCentsOf[packageType] };
  const at = nowOf(life);
  life.models.push(newModel(confirmed.body.subscription.id, { at, from: dateKeyOf(at), ...terms }));
  await runJobs(life);
  // The next change must come after the month has begun.
  world.setNow(new Date(nowOf(life).getTime() + 60_000));
  life.trail.push(`bought ${packageType} on ${preferredDay} at ${nowOf(life).toISOString()}`);
}

/**
 * Sends a press, sometimes from two tabs. Sometimes the process dies at one of its steps, and the press is repeated.
 * Returns the best response.
 */
export async function press(
  life: Life,
  who: 'customer' | 'admin',
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  const { world, random, risk } = life;
  const { token } = who === 'customer' ? life.customer : world.admin;
  const work = async () => await world.call(method, path, { token, body });
  const tabs = random.chance(risk) ? 2 : 1;
  const diesAt = random.chance(risk) ? 1 + random.int(random.pick([12, 40])) : undefined;
  world.machine.pick = (waiting) => random.int(waiting.length);
  const names = Array.from({ length: tabs }, (_, tab) => ({
    name: path,
    work,
    diesAt: tab === 0 ? diesAt : undefined,
  }));
  const outcomes = await world.machine.run(names);
  const hasDied = diesAt !== undefined && (outcomes[0]?.steps ?? 0) >= diesAt;
  const responses = outcomes.slice(hasDied ? 1 : 0).map(({ value, error }) => {
    if (error) throw error;
    return value as ApiResponse;
  });
  if (hasDied) responses.push(await work());
  const best = responses.find(({ status }) => status === 200) ?? (responses.at(-1) as ApiResponse);
  const how = `${tabs > 1 ? ' twice' : ''}${hasDied ? ` died at ${diesAt}` : ''}`;
  const why = best.status === 200 ? '' : ` ${best.body?.code ?? ''} ${best.body?.message}`;
  life.trail.push(`${method} ${path} ${JSON.stringify(body ?? {})}${how}: ${best.status}${why}`);
  if (best.status >= 500 && best.status !== 503) throw new Error(`${path} returned ${best.status}`);
  await observePauses(life);
  return best;
}

/** Runs the waiting jobs that move money once, in the process of the caller. */
export async function workOffJobs({ world: { t, services } }: Life): Promise<void> {
  const handlers = jobHandlersOf(services);
  for (const { id, name, data } of await listMoneyJobs(t)) {
    await handlers[name](data, id);
    await sql`DELETE FROM pgboss.job WHERE "id" = ${id}`.execute(t.db);
  }
}

async function listMoneyJobs({ db }: PlanWorld['t']) {
  const { rows } = await sql<{ id: string; name: (typeof moneyJobs)[number]; data: never }>`
    SELECT "id", "name", "data" FROM pgboss.job WHERE "name" = ANY(${[...moneyJobs]}) ORDER BY "created_on", "id"
  `.execute(db);
  return rows;
}

/** Runs the waiting jobs that move money. A job that has to wait for another one runs again. */
export async function runJobs(life: Life): Promise<void> {
  const { world, random, risk } = life;
  const handlers = jobHandlersOf(world.services);
  const names = sql.join([...moneyJobs]);
  for (let round = 0; round < 6; round += 1) {
    const jobs = await listMoneyJobs(world.t);
    if (jobs.length === 0) break;
    for (const { id, name, data } of jobs) {
      const diesAt = random.chance(risk / 2) ? 1 + random.int(25) : undefined;
      const [outcome] = await world.machine.run([{ name, diesAt, work: async () => await handlers[name](data, id) }]);
      if (outcome?.error instanceof Crash) continue;
      if (outcome?.error instanceof Refusal && outcome.error.status === 503) continue;
      if (outcome?.error) throw outcome.error;
      await sql`DELETE FROM pgboss.job WHERE "id" = ${id}`.execute(world.t.db);
    }
  }
  await sql`DELETE FROM pgboss.job WHERE "name" NOT IN (${names})`.execute(world.t.db);
  await observePauses(life);
}

const sweeps = [
  ...(['sweep-subscriptions', 'renew-subscriptions', 'sweep-credits', 'reconcile-payments'] as const),
] satisfies readonly JobName[];

/** Runs sweeps in any order; a process may die during one. */
export async function sweep(life: Life, names: readonly JobName[] = sweeps): Promise<void> {
  const { world, random, risk } = life;
  const handlers = jobHandlersOf(world.services);
  for (const name of names) {
    const diesAt = random.chance(risk / 2) ? 1 + random.int(30) : undefined;
    const [outcome] = await world.machine.run([
      { name, diesAt, work: async () => await handlers[name]({} as never, '') },
    ]);
    if (outcome?.error && !(outcome.error instanceof Crash)) throw outcome.error;
  }
  await runJobs(life);
}

/** Runs everything that is due, so that the final state can be checked. */
export async function runEverythingDue(life: Life): Promise<void> {
  const calm = { ...life, risk: 0 };
  await runJobs(calm);
  await sweep(calm);
  await sweep(calm);
}

const hourMs = 60 * 60_000;

/** Lets time pass: every cut-off, the provider's calendar, and our sweeps at random minutes. */
export async function passTo(life: Life, target: Date): Promise<void> {
  const { world, random } = life;
  let sweepsAt = nextSweep(life);
  for (let now = nowOf(life); now < target; now = nowOf(life)) {
    const closing = nextCutoff(now);
    const event = world.provider.next();
    const at = new Date(
      Math.min(target.getTime(), closing.at.getTime(), sweepsAt.getTime(), event?.at.getTime() ?? Infinity),
    );
    world.setNow(at < now ? now : at);
    for (const model of life.models) applyPending(model, nowOf(life));
    if (event && event.at <= at) {
      event.run();
      if (random.chance(0.5)) await sweep(life, ['renew-subscriptions']);
    }
    if (closing.at <= at) for (const model of life.models) await closeDay(life, model, closing.day);
    if (sweepsAt <= at) {
      await sweep(life, random.chance(0.6) ? sweeps : [random.pick(sweeps)]);
      sweepsAt = nextSweep(life);
    }
  }
}

function nextSweep(life: Life): Date {
  const { random, sweepGaps } = life;
  return new Date(nowOf(life).getTime() + random.pick(sweepGaps) * hourMs + random.int(60) * 60_000);
}

/** Returns the next 18:00, and the day whose cut-off it is. */
function nextCutoff(now: Date): { at: Date; day: DateKey } {
  const tomorrow = addDays(dateKeyOf(now), 1);
  const day = cutoff(tomorrow) > now ? tomorrow : addDays(tomorrow, 1);
  return { at: cutoff(day), day };
}

/** Credits the held visit of a day whose cut-off has passed, in the model. */
export async function closeDay(life: Life, model: PlanModel, day: DateKey): Promise<void> {
  if (!runningHold(model, day)) return;
  const { status, isPausedForPayment } = await planOf(life, model.id);
  const stops = await stopsOf(life.world.t, model.id);
  const visits = stops.filter((stop) => stop.status !== 'cancelled').map((stop) => stop.occurrenceDate ?? '');
  passCutoff(model, day, { isDue: status === 'active' || isPausedForPayment, hasStop: visits.includes(day), visits });
}
