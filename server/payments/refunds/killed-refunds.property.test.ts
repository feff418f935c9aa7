import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { centsOf } from '../../../contract/values/money.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import type { Person } from '../../../tests/support/accounts/people.ts';
import { findDifferences, findSumFaults } from '../../../tests/support/books/books-of-customer.ts';
import { effort, firstSeed, isLong } from '../../../tests/support/effort.ts';
import { runJobs, workOffJobs } from '../../../tests/support/plan-lives/life.ts';
import { type Life, sidesOf } from '../../../tests/support/plan-lives/life-facts.ts';
import { bookPickup, type PayingCard, payingCardNames } from '../../../tests/support/plan-lives/pickups.ts';
import { openPlanWorld, type PlanWorld } from '../../../tests/support/plan-lives/plan-world.ts';
import { Crash } from '../../../tests/support/processes/crashes.ts';
import { randomOf } from '../../../tests/support/random.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';
import { receiveEvent } from '../webhook/receive-event.ts';

/**
 * The refund of a cancelled pickup, from the press to its end, with every kind of refusal. The process dies between two
 * steps of one of its stages, and everything goes on without that process. Every other run loses all events. `SEED=…`
 * shifts the steps of a sample.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The stages of a refund, by what runs in them, after a pause. */
const stages = ['the press', 'the job', 'the first look', 'the bank', 'the next try', 'the next day'] as const;
const pausesMs = [0, 0, 3 * minuteMs, 11 * minuteMs, 61 * minuteMs, 25 * hourMs];

/** A sample lets a process die at one or two steps of one stage, a long run at every seventh step of each. */
const stride = effort({ sample: 53, full: 7 });
const stageStride = effort({ sample: stages.length, full: 1 });
const seed = firstSeed();

/** What becomes of the $30.00 in the end: how much we keep, by provider and ledger, and what the refund says. */
const ends: Record<PayingCard, { keptCents: number; status: string; settledAs?: string }> = {
  successful: { keptCents: 0, status: 'done' },
  refundPending: { keptCents: 0, status: 'done' },
  refundFails: { keptCents: 3000, status: 'refused' },
  refundUnfunded: { keptCents: 0, status: 'done' },
  refundExpired: { keptCents: 3000, status: 'refused' },
  disputeWon: { keptCents: 0, status: 'done' },
  disputeLost: { keptCents: 0, status: 'done', settledAs: 'Returned at the payment provider' },
  inquiry: { keptCents: 0, status: 'done' },
};

/** In a sample each provider has every other card. */
const cardsOf = (provider: 'simulated' | 'stripe') =>
  payingCardNames.filter((_, index) => isLong || index % 2 === Number(provider === 'stripe'));

describe.each(['simulated', 'stripe'] as const)('with the %s provider', (provider) => {
  let world: PlanWorld;
  beforeAll(async () => {
    world = await openPlanWorld(provider);
  });
  afterAll(async () => await world.close());

  it.each(cardsOf(provider))(
    'a refund to the card %s ends once, wherever a process dies',
    {
      timeout: 1_800_000,
    },
    async (card) => {
      const faults: string[] = [];
      let count = 0;
      for (const stage of stages.keys()) {
        if ((stage + seed + payingCardNames.indexOf(card)) % stageStride !== 0) continue;
        let isReached = true;
        for (let at = 1 + ((seed + stage * 7 + card.length) % stride); isReached; at += stride) {
          const run = await live(world, card, { stage, at, hearsEvents: count % 2 === 0 });
          faults.push(...run.faults.map((fault) => `${stages[stage]}, step ${at}: ${fault}`));
          isReached = run.isReached;
          count += 1;
        }
        expect(faults).toEqual([]);
      }
    },
  );
});

interface Death {
  readonly stage: number;
  readonly at: number;
  readonly hearsEvents: boolean;
}

async function live(
  world: PlanWorld,
  card: PayingCard,
  death: Death,
): Promise<{ faults: string[]; isReached: boolean }> {
  const customer = await world.reset(instantOf('2026-11-23', '12:00'));
  const random = randomOf(seed);
  const life: Life = { world, random, customer, models: [], trail: [], risk: 0, late: [], sweepGaps: [24] };
  world.errors.length = 0;
  await bookPickup(life, { card, daysAhead: 9 });
  await hear(life, death);
  await runJobs(life);
  let isReached = false;
  const faults: string[] = [];
  for (const stage of stages.keys()) {
    await passTime(life, pausesMs[stage] ?? 0);
    const work = async () => await play(life, stage, death);
    const diesAt = stage === death.stage ? death.at : undefined;
    const [outcome] = await world.machine.run([{ name: `stage ${stage}`, diesAt, work }]);
    if (outcome?.error instanceof Crash) isReached = true;
    else if (outcome?.error) throw outcome.error;
    // The dispatcher presses again when there was no answer. A job or a reconciler that died runs again later.
    if (outcome?.error instanceof Crash && stage === 0) await work();
    faults.push(...(await findSumFaults(sidesOf(life))));
  }
  // The process that died may have logged that, and nothing else may be logged as an error.
  const errors = world.errors.splice(0).filter((error) => !((error as { err?: unknown }).err instanceof Crash));
  faults.push(...errors.map((error) => `was logged as an error: ${JSON.stringify(error)}`));
  await end(life, death, card);
  return { isReached, faults: [...faults, ...(await findEndFaults(life, card))] };
}

async function play(life: Life, stage: number, death: Death): Promise<void> {
  const { world } = life;
  if (stage === 0) {
    const pickup = await world.t.db.selectFrom('pickups').select('id').executeTakeFirstOrThrow();
    const { token } = world.admin;
    const { status } = await world.call('DELETE', `/api/admin/pickups/${pickup.id}`, { token });
    if (status !== 200 && status !== 409) throw new Error(`the cancellation is ${status}`);
  } else if (stage === 1) await workOffJobs(life);
  else {
    await hear(life, death);
    await reconcilePayments(world.services);
  }
}

/** Lets everything that is left happen, until a bank that returns all refunds has returned the last one. */
async function end(life: Life, death: Death, card: PayingCard): Promise<void> {
  const { t } = life.world;
  const isDone = async () => (await t.db.selectFrom('charge_refunds').select('status').execute())[0]?.status === 'done';
  for (const pauseMs of [25 * hourMs, 3 * minuteMs, 11 * minuteMs, 3 * minuteMs]) await goOn(life, death, pauseMs);
  if (card === 'refundFails' && (await isDone())) await goOn(life, death, 11 * minuteMs);
}

async function goOn(life: Life, death: Death, pauseMs: number): Promise<void> {
  await passTime(life, pauseMs);
  await hear(life, death);
  await runJobs(life);
  // Once a day every movement of the last four weeks is read.
  await reconcilePayments(life.world.t.services, new Date(0));
}

async function passTime({ world }: Life, ms: number): Promise<void> {
  const target = new Date(world.services.clock().getTime() + ms);
  for (let step = world.provider.next(); step && step.at <= target; step = world.provider.next()) step.run();
  world.setNow(target);
}

async function hear({ world }: Life, { hearsEvents }: Death): Promise<void> {
  const events = world.provider.takeEvents();
  if (hearsEvents) for (const event of events) await receiveEvent(world.services, event);
}

async function findEndFaults(life: Life, card: PayingCard): Promise<string[]> {
  const { world, customer } = life;
  const { db, payments } = world.t.services;
  const faults = await findDifferences(sidesOf(life));
  const say = (isWrong: boolean, what: string) => isWrong && faults.push(what);
  const { keptCents, status, settledAs = null } = ends[card];
  const refunds = await db.selectFrom('charge_refunds').selectAll().execute();
  const [refund] = refunds;
  say(refunds.length !== 1, `${refunds.length} refunds were asked for`);
  say(refund?.status !== status, `the refund is ${refund?.status} (${refund?.refusal})`);
  say((refund?.settledAs ?? null) !== settledAs, `the refund is settled as ${refund?.settledAs}`);
  const { body } = await world.call('GET', '/api/billing-summary', { token: customer.token });
  say(centsOf(body.totalSpent) !== keptCents, `the customer sees $${body.totalSpent} spent`);
  const truth = await payments.getPayment(refund?.intentId ?? '');
  const made = truth?.refunds.filter((one) => one.status !== 'failed') ?? [];
  say(made.length > 1, `${made.length} refunds were made`);
  const pickup = await db.selectFrom('pickups').selectAll().executeTakeFirstOrThrow();
  const isBack = keptCents === 0;
  say(pickup.paymentStatus !== (isBack ? 'refunded' : 'paid'), `the pickup says ${pickup.paymentStatus}`);
  const notices = await db.selectFrom('messages').select(['recipientId', 'details']).execute();
  const told = (person: Person, title: string) =>
    notices.filter(({ recipientId, details }) => recipientId === person.id && details.title === title).length;
  const wasRefused = refund?.refusedAt !== null && refund?.refusedAt !== undefined;
  const failures = told(world.admin, 'A refund failed');
  say(failures !== (wasRefused ? 1 : 0), `the admins were told of ${failures} failed refunds`);
  const sent = told(customer, 'Refund sent');
  // Nobody is told of a refund that the bank had returned before we learned of it.
  const all = truth?.refunds.length ?? 0;
  say(sent < made.length || sent > all, `${sent} messages of ${all} refunds, ${made.length} of them made`);
  say(world.errors.length > 0, `was logged as an error: ${JSON.stringify(world.errors[0])}`);
  return faults;
}
