import { centsToText } from '../../../contract/values/money.ts';
import { getBillingSummary } from '../../../server/payments/billing/get-billing-summary.ts';
import { Refusal } from '../../../server/refusal.ts';
import { findFaults, findStuck } from '../books/books.ts';
import { type Books, readBooks } from '../books/read-books.ts';
import { Crash, type Outcome, type Plan, type Waiting } from '../crashes.ts';
import { type Random, randomOf, steady } from '../random.ts';
import { findUntold } from '../told.ts';
import { type ActName, acts } from './acts.ts';
import { comeToRest, expirePlans, look, type Rest, rests } from './rest.ts';
import type { Way } from './scenes.ts';
import { isPause, listActs, pauses, themes } from './themes.ts';
import { beginAnew, passTime, type World } from './world.ts';

export interface Run {
  seed: number;
  /** What was done, and how each of it ended. */
  trail: string[];
  faults: string[];
  crashes: number;
}

const always: ActName[] = ['reconcile', 'an event', 'work off jobs'];
const dayMs = 24 * 60 * 60_000;

/** One customer's story: 3 to 8 acts, some of them at once, some of them cut off, and then everything is started again. */
export async function runOne(world: World, seed: number): Promise<Run> {
  const random = randomOf(seed);
  const run: Run = { seed, trail: [], faults: [], crashes: 0 };
  const theme = random.pick(themes);
  const later = listActs(theme);
  world.machine.pick = turnsOf(random.fork());
  await beginAnew(world);
  // Mostly left alone and without a refused card, so that the story gets under way.
  for (const [index, name] of theme.first.entries()) {
    const isTwice = random.chance(0.25);
    if (isPause(name)) {
      passTime(world, pauses[name]);
      continue;
    }
    const isLast = index === theme.first.length - 1;
    const turn = { name, random: steady, diesAt: isLast && random.chance(0.25) ? 1 + random.int(20) : undefined };
    await playTogether(world, run, isTwice ? [turn, { ...turn, diesAt: undefined }] : [turn]);
  }
  const rounds = 2 + random.int(3);
  for (let round = 0; round < rounds; round += 1) {
    if (random.chance(0.3)) await letTimePass(world, run, random);
    const count = random.pick([1, 2, 2, 3]);
    const name = (): ActName => random.pick(random.chance(0.85) ? later : always);
    const names = Array.from({ length: count }, name);
    // Two tabs, or two presses, do the very same.
    const isTwice = random.chance(0.3);
    await playRound(world, run, isTwice ? names.map(() => names[0] as ActName) : names, random, { isTwice, risk: 0.4 });
  }
  await end(world, run, random, random.pick(rests));
  return run;
}

/**
 * One way through a scene, without any chance: the act dies at a step, or its other comes before that step. Answers whether the
 * act got that far.
 */
export async function playScene(
  world: World,
  way: Way,
  at: number,
  rest: Rest,
): Promise<Run & { wasReached: boolean }> {
  const run: Run = { seed: at, trail: [], faults: [], crashes: 0 };
  const play = async (...names: ActName[]) =>
    await playTogether(
      world,
      run,
      names.map((name) => ({ name, random: steady })),
    );
  world.machine.pick = () => 0;
  await beginAnew(world);
  for (const name of way.first) {
    if (isPause(name)) passTime(world, pauses[name]);
    else await play(name);
  }
  const { act, beside, isBetween } = way;
  let outcomes: Outcome[];
  if (beside && isBetween) {
    world.machine.pick = switchBefore(at);
    outcomes = await play(act, beside);
  } else {
    outcomes = await playTogether(world, run, [{ name: act, random: steady, diesAt: at }]);
    if (beside) await play(beside);
  }
  for (const name of way.after ?? []) await play(name);
  run.faults.push(...judgeCharges(await readBooks(world.t.db), way.charges));
  await end(world, run, steady, rest);
  run.faults.push(...judgeKept(await readBooks(world.t.db), way.keeps));
  return { ...run, wasReached: (outcomes[0]?.steps ?? 0) >= at };
}

/** The first one moves until it waits for that step; then the other to its end, unless it waits for the first one's lock. */
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

function judgeCharges({ intents }: Books, most: number | undefined): string[] {
  const count = intents.filter(({ status }) => status === 'succeeded').length;
  return most !== undefined && count > most ? [`${count} charges instead of ${most}`] : [];
}

function judgeKept({ movements }: Books, most: number | undefined): string[] {
  const kept = movements.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return most !== undefined && kept > most ? [`${kept} cents were kept instead of ${most}`] : [];
}

/** Everything that was cut off is started again; then the books are judged. */
async function end(world: World, run: Run, random: Random, rest: Rest): Promise<void> {
  // Who dies, or hears nothing of the provider, may say so; once everything runs again there is nothing to complain of.
  const bad = world.errors.splice(0).filter((error) => !isExpected(causeOf(error)));
  run.trail.push(rest);
  run.faults.push(...(await comeToRest(world, random, rest)));
  run.faults.push(
    ...[...bad, ...world.errors].map((error) => `was logged as an error: ${describe(error)}`),
    ...(await judge(world)),
  );
}

function turnsOf(random: Random): (waiting: readonly Waiting[]) => number {
  return (waiting) => random.int(waiting.length);
}

async function playRound(
  world: World,
  run: Run,
  names: readonly ActName[],
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

type Turn = Plan & { name: ActName; random: Random };

async function playTogether(world: World, run: Run, turns: readonly Turn[]): Promise<Outcome[]> {
  const outcomes = await world.machine.run(
    turns.map(({ random, ...plan }) => ({ ...plan, work: async () => await acts[plan.name](world, random) })),
  );
  run.trail.push(outcomes.map(tell).join('  |  '));
  run.crashes += outcomes.filter(({ error }) => error instanceof Crash).length;
  for (const { name, error } of outcomes) {
    if (error && !isExpected(error)) run.faults.push(`${name} threw ${describe(error)}`);
  }
  return outcomes;
}

/** Days go by only with a server that runs: what is left half done is looked after first. */
async function letTimePass(world: World, run: Run, random: Random): Promise<void> {
  passTime(world, 3 * 60_000);
  const days = random.pick([0, 1, 8, 31, 31]);
  if (days > 0) await look(world, random);
  passTime(world, days * dayMs);
  if (days > 0) await expirePlans(world);
  run.trail.push(`${days} days go by`);
}

function tell({ name, steps, value, error }: Outcome): string {
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

async function judge(world: World): Promise<string[]> {
  const books = await readBooks(world.t.db);
  const faults = [...findFaults(books), ...findStuck(books), ...(await findUntold(world.t.db, books))];
  const { totalSpent } = await getBillingSummary(world.t.services, world.customerId);
  const net = centsToText(books.movements.reduce((sum, { amountCents }) => sum + amountCents, 0));
  if (totalSpent !== net) faults.push(`the customer sees $${totalSpent} spent, the provider has $${net}`);
  return faults;
}
