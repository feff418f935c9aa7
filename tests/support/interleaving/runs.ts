import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { getBillingSummary } from '../../../server/payments/billing/get-billing-summary.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findFaults, findStuck } from '../books/books.ts';
import { type Books, readBooks } from '../books/read-books.ts';
import { findMessageFaults } from '../messages/message-faults.ts';
import { Crash, type Outcome, type Plan, type Waiting } from '../processes/crashes.ts';
import { type Random, randomOf, steady } from '../random.ts';
import { actionMixes, isPause, listActions, pauses } from './action-mixes.ts';
import { type ActionName, actions } from './actions.ts';
import { expirePlans, type Recovery, recover, recoveries, runHourlyWork } from './recovery.ts';
import type { Variant } from './scenarios.ts';
import { passTime, resetWorld, type World } from './world.ts';

export interface Run {
  seed: number;
  /** The actions, and how each of them ended. */
  trail: string[];
  faults: string[];
  crashes: number;
}

const always: ActionName[] = ['reconcile', 'an event', 'work off jobs'];
const dayMs = 24 * 60 * 60_000;

/** Runs one customer's 3 to 8 actions, some in parallel, some dying halfway, then restarts everything and checks the books. */
export async function runRandom(world: World, seed: number): Promise<Run> {
  const random = randomOf(seed);
  const run: Run = { seed, trail: [], faults: [], crashes: 0 };
  const mix = random.pick(actionMixes);
  const later = listActions(mix);
  world.machine.pick = turnsOf(random.fork());
  await resetWorld(world);
  // The first actions mostly succeed, so that the later ones have something to work on.
  for (const [index, name] of mix.first.entries()) {
    const isTwice = random.chance(0.25);
    if (isPause(name)) {
      passTime(world, pauses[name]);
      continue;
    }
    const isLast = index === mix.first.length - 1;
    const turn = { name, random: steady, diesAt: isLast && random.chance(0.25) ? 1 + random.int(20) : undefined };
    await playTogether(world, run, isTwice ? [turn, { ...turn, diesAt: undefined }] : [turn]);
  }
  const rounds = 2 + random.int(3);
  for (let round = 0; round < rounds; round += 1) {
    if (random.chance(0.3)) await passDays(world, run, random);
    const count = random.pick([1, 2, 2, 3]);
    const name = (): ActionName => random.pick(random.chance(0.85) ? later : always);
    const names = Array.from({ length: count }, name);
    // Two tabs or a double click do the same action twice.
    const isTwice = random.chance(0.3);
    await playRound(world, run, isTwice ? names.map(() => names[0] as ActionName) : names, random, {
      isTwice,
      risk: 0.4,
    });
  }
  await end(world, run, random, random.pick(recoveries));
  return run;
}

/**
 * Runs one variant of a scenario without randomness: the action dies at step `at`, or the other action runs before that
 * step. `wasReached` says whether the action has that many steps.
 */
export async function runVariant(
  world: World,
  variant: Variant,
  at: number,
  recovery: Recovery,
): Promise<Run & { wasReached: boolean }> {
  const run: Run = { seed: at, trail: [], faults: [], crashes: 0 };
  const play = async (...names: ActionName[]) =>
    await playTogether(
      world,
      run,
      names.map((name) => ({ name, random: steady })),
    );
  world.machine.pick = () => 0;
  await resetWorld(world);
  for (const name of variant.first) {
    if (isPause(name)) passTime(world, pauses[name]);
    else await play(name);
  }
  const { act, other, isBetween } = variant;
  let outcomes: Outcome[];
  if (other && isBetween) {
    world.machine.pick = switchBefore(at);
    outcomes = await play(act, other);
  } else {
    outcomes = await playTogether(world, run, [{ name: act, random: steady, diesAt: at }]);
    if (other) await play(other);
  }
  for (const name of variant.after ?? []) await play(name);
  run.faults.push(...checkCharges(await readBooks(world.t.db), variant.charges));
  await end(world, run, steady, recovery);
  run.faults.push(...checkKept(await readBooks(world.t.db), variant.keeps));
  return { ...run, wasReached: (outcomes[0]?.steps ?? 0) >= at };
}

/**
 * Returns a scheduler that runs the first action up to a step, then the other action to its end, unless that one waits
 * for a lock of the first.
 */
function switchBefore(step: number): (waiting: readonly Waiting[]) => number {
  return (waiting) => {
    const first = waiting.findIndex(({ place }) => place === 0);
    const isFirstsTurn = (waiting[first]?.steps ?? step) < step;
    return isFirstsTurn
      ? first
      : Math.max(
          0,
          waiting.findIndex(({ place }) => place === 1),
        );
  };
}

function checkCharges({ intents }: Books, most: number | undefined): string[] {
  const count = intents.filter(({ status }) => status === 'succeeded').length;
  return most !== undefined && count > most ? [`${count} charges instead of ${most}`] : [];
}

function checkKept({ movements }: Books, most: number | undefined): string[] {
  const kept = movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return most !== undefined && kept > most ? [`${kept} cents were kept instead of ${most}`] : [];
}

/** Restarts everything, then checks the books. */
async function end(world: World, run: Run, random: Random, recovery: Recovery): Promise<void> {
  // Crashes and lost responses may be logged before the restart. After it, nothing may be logged as an error.
  const bad = world.errors.splice(0).filter((error) => !isExpected(causeOf(error)));
  run.trail.push(recovery);
  run.faults.push(...(await recover(world, random, recovery)));
  run.faults.push(
    ...[...bad, ...world.errors].map((error) => `was logged as an error: ${describe(error)}`),
    ...(await findAllFaults(world)),
  );
}

function turnsOf(random: Random): (waiting: readonly Waiting[]) => number {
  return (waiting) => random.int(waiting.length);
}

async function playRound(
  world: World,
  run: Run,
  names: readonly ActionName[],
  random: Random,
  { isTwice, risk }: { isTwice: boolean; risk: number },
): Promise<void> {
  const same = random.int(2 ** 32);
  await playTogether(
    world,
    run,
    names.map((name) => ({
      name,
      random: isTwice ? randomOf(same) : random.fork(),
      diesAt: random.chance(risk) ? 1 + random.int(random.pick([6, 15, 40])) : undefined,
      losesAt: random.chance(risk / 4) ? 1 + random.int(20) : undefined,
    })),
  );
}

type Turn = Plan & { name: ActionName; random: Random };

async function playTogether(world: World, run: Run, turns: readonly Turn[]): Promise<Outcome[]> {
  const outcomes = await world.machine.run(
    turns.map(({ random, ...plan }) => ({ ...plan, work: async () => await actions[plan.name](world, random) })),
  );
  run.trail.push(outcomes.map(describeOutcome).join('  |  '));
  run.crashes += outcomes.filter(({ error }) => error instanceof Crash).length;
  // At a provider no plan is ended and revived within a second of its start.
  passTime(world, 1_000);
  for (const { name, error } of outcomes) {
    if (error && !isExpected(error)) run.faults.push(`${name} threw ${describe(error)}`);
  }
  return outcomes;
}

/** Lets days pass. The server runs meanwhile, so its regular work is done first. */
async function passDays(world: World, run: Run, random: Random): Promise<void> {
  passTime(world, 3 * 60_000);
  const days = random.pick([0, 1, 8, 31, 31]);
  if (days > 0) await runHourlyWork(world, random);
  passTime(world, days * dayMs);
  if (days > 0) await expirePlans(world);
  run.trail.push(`${days} days go by`);
}

function describeOutcome({ name, steps, value, error }: Outcome): string {
  if (error instanceof Crash) return `${name}: died at step ${steps}`;
  if (error instanceof Refusal) return `${name}: ${error.status} ${error.message}`;
  if (error) return `${name}: ${describe(error)}`;
  const { status } = (value ?? {}) as { status?: string };
  return `${name}: ${status ?? (typeof value === 'string' ? value : 'done')} (${steps})`;
}

function isExpected(error: unknown): boolean {
  return error instanceof Crash || error instanceof Refusal;
}

function causeOf(error: unknown): unknown {
  return (error as { err?: unknown }).err ?? error;
}

function describe(error: unknown): string {
  const inner = causeOf(error);
  return inner instanceof Error
    ? `${inner.message} ${inner.stack
        ?.split('\n')
        .filter((line) => line.includes('/server/'))
        .slice(0, 3)
        .join(' ')}`
    : JSON.stringify(inner);
}

async function findAllFaults(world: World): Promise<string[]> {
  const books = await readBooks(world.t.db);
  const faults = [...findFaults(books), ...findStuck(books), ...(await findMessageFaults(world.t.db, books))];
  const { totalSpent } = await getBillingSummary(world.t.services, world.customerId);
  const lost = books.history.filter(({ paymentMethod }) => paymentMethod === 'dispute');
  const lostCents = lost.reduce((sum, { refundAmount }) => sum + centsOf(refundAmount ?? '0'), 0);
  const net = centsToText(books.movements.reduce((sum, { amountCents }) => sum + amountCents, 0) - lostCents);
  if (totalSpent !== net) faults.push(`the customer sees $${totalSpent} spent, the provider has $${net}`);
  return faults;
}
