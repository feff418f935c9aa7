import { afterAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { findDifferences, findSumFaults } from '../../tests/support/books/books-of-customer.ts';
import { effort, firstSeed } from '../../tests/support/effort.ts';
import { findFaults, findFaultsAtRest } from '../../tests/support/plan-lives/checks.ts';
import { beginLife, passTo, runEverythingDue } from '../../tests/support/plan-lives/life.ts';
import { type Life, nowOf, sidesOf } from '../../tests/support/plan-lives/life-facts.ts';
import { hearEvents } from '../../tests/support/plan-lives/money-presses.ts';
import { cutoff, providerLagMs } from '../../tests/support/plan-lives/plan-model.ts';
import { openPlanWorld, type PlanWorld } from '../../tests/support/plan-lives/plan-world.ts';
import { observe, presses } from '../../tests/support/plan-lives/presses.ts';
import { randomOf } from '../../tests/support/random.ts';
import { reconcilePayments } from '../payments/reconcile/reconcile-payments.ts';

/**
 * Random lives of plans: bought, skipped, held, brought back, changed, cancelled and bought again, with months that are
 * paid, declined, retried, written off, voided and disputed, one-time pickups whose refunds are refused, wait or come
 * back, dispatchers and drivers at work, events that are lost, late or doubled, sweeps at random minutes, and processes
 * that die between any two steps. After every step the sums that people see are compared with the ledger, and at rest
 * with the provider. The rules are implemented again in tests/support/plan-lives/plan-model.ts. `SEED=… LIVES=1`
 * repeats one life.
 */

const lives = Number(process.env.LIVES ?? effort({ sample: 1, full: 200 }));
const seed = firstSeed();
/** The run stops after this many failed lives. */
const most = Number(process.env.MOST ?? 3);
const minuteMs = 60_000;

/** The weight of each press: how often it is chosen. */
const weights: Record<string, number> = {
  ...{ skip: 3, hold: 5, 'back early': 3, change: 4, 'undo the change': 2, cancel: 2, 'undo the cancellation': 3 },
  ...{ 'the dispatcher sets a price': 2, 'the dispatcher pauses': 2, 'the dispatcher resumes': 3 },
  ...{
    'the dispatcher cancels': 1,
    'the dispatcher ends it with a refund': 1,
    'buys again': 2,
    'a visit is made': 4,
    'a visit is not made': 1,
  },
  ...{ 'a visit is moved': 1, 'a dispatcher cancels a visit': 1, 'the card goes bad': 1, 'another card': 2 },
  'a line is added to the next invoice': 1,
  ...{
    'books a pickup': 4,
    'cancels a pickup': 3,
    'a dispatcher cancels a pickup': 2,
    'a dispatcher refunds a part': 3,
  },
  ...{ 'a dispatcher tries a refund again': 2, 'a dispatcher settles a refund another way': 1 },
  ...{ 'our balance runs empty': 1, 'our balance is filled': 1, 'a person refunds at the provider': 1 },
  ...{ 'the bank returns a refund': 1, 'the cardholder disputes': 1, 'the bank decides': 2 },
  ...{
    'a person writes an invoice off': 1,
    'a person voids an invoice': 1,
    'a person ends the plan at the provider': 1,
  },
};
const likely = Object.entries(weights).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

describe.each(['simulated', 'stripe'] as const)('with the %s provider', (provider) => {
  let world: PlanWorld | undefined;
  afterAll(async () => await world?.close());

  it(`keeps every day and cent in ${lives} lives from seed ${seed}`, {
    timeout: 300_000 + lives * 60_000,
  }, async () => {
    world = await openPlanWorld(provider);
    const began = performance.now();
    const failed: unknown[] = [];
    for (let index = 0; index < lives && failed.length < most; index += 1) {
      await live(world, seed + index).catch((error: unknown) => failed.push(error));
    }
    const seconds = (performance.now() - began) / 1_000;
    // biome-ignore lint/suspicious/noConsole: the summary of a long run
    console.info(`${lives} lives from seed ${seed} with the ${provider} provider, ${seconds.toFixed(1)} s`);
    expect(failed.map(describeFault)).toEqual([]);
  });
});

async function live(world: PlanWorld, lifeSeed: number): Promise<void> {
  const random = randomOf(lifeSeed);
  const day = addDays('2026-09-01', random.int(365));
  const startsAt = new Date(instantOf(day, '00:00').getTime() + random.int(24 * 60) * minuteMs);
  let life: Life | undefined;
  try {
    life = await beginLife(world, random, startsAt, random.pick([0, 0.15]));
    for (let steps = 12 + random.int(14); steps > 0; steps -= 1) await step(life);
    await rest(life);
  } catch (error) {
    throw new Error(`seed ${lifeSeed}\n${life?.trail.join('\n')}`, { cause: error });
  }
}

async function step(life: Life): Promise<void> {
  const { random } = life;
  const names = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(likely));
  for (const name of names) {
    life.trail.push(`— ${name}`);
    await presses[name]?.(life);
    await hearEvents(life);
    await observe(life);
    await check(life);
    await passTo(life, new Date(nowOf(life).getTime() + 2 * providerLagMs));
  }
  await passTo(life, someTimeLater(life));
  await hearEvents(life);
  await observe(life);
  await check(life);
  if (random.chance(0.5)) await rest(life);
}

/** Returns a time some hours or days later, or a moment around the next cut-off. */
function someTimeLater(life: Life): Date {
  const { random } = life;
  const now = nowOf(life).getTime();
  const edge = cutoff(addDays(dateKeyOf(nowOf(life)), 2)).getTime();
  const hours = random.pick([0.05, 0.2, 1, 5, 20, 70, 150, 200, 400]);
  const target = random.pick([edge - 1, edge, edge + 1, now + hours * 60 * minuteMs, now + hours * 61 * minuteMs]);
  life.trail.push(`to ${new Date(target).toISOString()}`);
  return new Date(Math.max(now, target));
}

async function check(life: Life): Promise<void> {
  expect([...(await findFaults(life)), ...(await findSumFaults(sidesOf(life)))]).toEqual([]);
}

/** Lets everything happen that is due, and compares all books. */
async function rest(life: Life): Promise<void> {
  const { services } = life.world.t;
  await runEverythingDue(life);
  // What waits for a bank is read again after ten minutes.
  await passTo(life, new Date(nowOf(life).getTime() + 11 * minuteMs));
  await runEverythingDue(life);
  await reconcilePayments(services, new Date(0));
  await runEverythingDue(life);
  await observe(life);
  expect([...(await findFaultsAtRest(life)), ...(await findDifferences(sidesOf(life)))]).toEqual([]);
}

function describeFault(error: unknown): string[] {
  const { message, cause } = error as Error;
  const inner = cause as Error & { actual?: unknown };
  return [
    ...message.split('\n'),
    inner.message,
    JSON.stringify(inner.actual),
    ...(inner.stack ?? '').split('\n').slice(0, 6),
  ];
}
