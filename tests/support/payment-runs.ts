import { centsToText } from '../../contract/money.ts';
import { getBillingSummary } from '../../server/payments/get-billing-summary.ts';
import { Refusal } from '../../server/refusal.ts';
import { findFaults, findStuck } from './books.ts';
import { Crash, type Outcome, type Plan } from './crashes.ts';
import { type ActName, acts } from './payment-acts.ts';
import { isPause, listActs, pauses, type Story, themes } from './payment-themes.ts';
import { beginAnew, comeToRest, expirePlans, look, passTime, type World } from './payment-world.ts';
import { type Random, randomOf, steady } from './random.ts';
import { readBooks } from './read-books.ts';

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
  await end(world, run, random, random.chance(0.5));
  return run;
}

/** The same acts without any chance, the last one cut off at a step. Answers whether it got that far. */
export async function cutOff(world: World, story: Story, diesAt: number): Promise<Run & { wasCut: boolean }> {
  const run: Run = { seed: diesAt, trail: [], faults: [], crashes: 0 };
  world.machine.pick = () => 0;
  await beginAnew(world);
  for (const [index, name] of story.entries()) {
    if (isPause(name)) passTime(world, pauses[name]);
    else await playTogether(world, run, [{ name, random: steady, ...(index === story.length - 1 && { diesAt }) }]);
  }
  await end(world, run, steady, diesAt % 2 === 0);
  return { ...run, wasCut: run.crashes > 0 };
}

/** Everything that was cut off is started again; then the books are judged. */
async function end(world: World, run: Run, random: Random, eventsArrive: boolean): Promise<void> {
  // Who dies, or hears nothing of the provider, may say so; once everything runs again there is nothing to complain of.
  const bad = world.errors.splice(0).filter((error) => !isExpected(causeOf(error)));
  await comeToRest(world, { random, eventsArrive });
  run.faults.push(
    ...[...bad, ...world.errors].map((error) => `was logged as an error: ${describe(error)}`),
    ...(await judge(world)),
  );
}

function turnsOf(random: Random): (count: number) => number {
  return (count) => random.int(count);
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

async function playTogether(world: World, run: Run, turns: readonly Turn[]): Promise<void> {
  const outcomes = await world.machine.run(
    turns.map(({ random, ...plan }) => ({ ...plan, work: async () => await acts[plan.name](world, random) })),
  );
  run.trail.push(outcomes.map(tell).join('  |  '));
  run.crashes += outcomes.filter(({ error }) => error instanceof Crash).length;
  for (const { name, error } of outcomes) {
    if (error && !isExpected(error)) run.faults.push(`${name} threw ${describe(error)}`);
  }
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
  const faults = [...findFaults(books), ...findStuck(books)];
  const { totalSpent } = await getBillingSummary(world.t.services, world.customerId);
  const net = centsToText(books.movements.reduce((sum, { amountCents }) => sum + amountCents, 0));
  if (totalSpent !== net) faults.push(`the customer sees $${totalSpent} spent, the provider has $${net}`);
  return faults;
}
