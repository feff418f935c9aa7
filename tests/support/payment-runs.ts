import { centsToText } from '../../contract/money.ts';
import { getBillingSummary } from '../../server/payments/get-billing-summary.ts';
import { Refusal } from '../../server/refusal.ts';
import { findFaults, findStuck } from './books.ts';
import { Crash, type Outcome } from './crashes.ts';
import { type ActName, acts } from './payment-acts.ts';
import { beginAnew, comeToRest, look, passTime, type World } from './payment-world.ts';
import { type Random, randomOf } from './random.ts';
import { readBooks } from './read-books.ts';

export interface Run {
  seed: number;
  /** What was done, and how each of it ended. */
  trail: string[];
  faults: string[];
  crashes: number;
}

/** What a customer is about; the first acts make sure that there is something to go wrong. */
const themes: { first: ActName[][]; later: ActName[] }[] = [
  {
    first: [['open a draft']],
    later: [
      'open a draft',
      'open a draft',
      'confirm',
      'confirm',
      'pay in the browser',
      'book',
      'book',
      'come back',
      'an event',
    ],
  },
  {
    first: [['book']],
    later: [
      'open a pickup',
      'open a pickup',
      'open a listed price',
      'confirm',
      'pay in the browser',
      'book',
      'come back',
      'cancel a pickup',
    ],
  },
  {
    first: [['open a draft'], ['confirm'], ['book']],
    later: [
      'cancel a pickup',
      'refund a part',
      'refund a part',
      'refund at the provider',
      'book',
      'an event',
      'work off jobs',
      'open a draft',
    ],
  },
  {
    first: [['choose a plan']],
    later: [
      'choose a plan',
      'choose a plan',
      'confirm',
      'pay in the browser',
      'confirm the plan',
      'come back',
      'an event',
      'set a plan',
      'end a plan at the provider',
    ],
  },
  {
    first: [['choose a plan'], ['confirm']],
    later: [
      'set a plan',
      'set a plan',
      'price a plan',
      'end a plan at the provider',
      'choose a plan',
      'work off jobs',
      'an event',
      'another card',
      'refund at the provider',
    ],
  },
  {
    first: [['choose a plan'], ['confirm'], ['the card goes bad']],
    later: [
      'a month is charged',
      'renew',
      'renew',
      'another card',
      'another card',
      'set a plan',
      'an event',
      'work off jobs',
      'price a plan',
    ],
  },
];
const always: ActName[] = ['reconcile', 'an event', 'work off jobs'];
const dayMs = 24 * 60 * 60_000;

/** One customer's story: 3 to 8 acts, some of them at once, some of them cut off, and then everything is started again. */
export async function runOne(world: World, seed: number): Promise<Run> {
  const random = randomOf(seed);
  const run: Run = { seed, trail: [], faults: [], crashes: 0 };
  const theme = random.pick(themes);
  world.machine.pick = turnsOf(random.fork());
  await beginAnew(world);
  for (const names of theme.first) await playRound(world, run, names, random);
  const rounds = 1 + random.int(4);
  for (let round = 0; round < rounds; round += 1) {
    if (random.chance(0.3)) await letTimePass(world, run, random);
    const count = random.pick([1, 2, 2, 3]);
    const names = Array.from({ length: count }, () => random.pick(random.chance(0.85) ? theme.later : always));
    await playRound(world, run, names, random);
  }
  // Who dies, or hears nothing of the provider, may say so; once everything runs again there is nothing to complain of.
  const bad = world.errors.splice(0).filter((error) => !isExpected(causeOf(error)));
  await comeToRest(world, { random, eventsArrive: random.chance(0.5) });
  run.faults.push(
    ...[...bad, ...world.errors].map((error) => `was logged as an error: ${describe(error)}`),
    ...(await judge(world)),
  );
  return run;
}

function turnsOf(random: Random): (count: number) => number {
  return (count) => random.int(count);
}

async function playRound(world: World, run: Run, names: ActName[], random: Random): Promise<void> {
  const outcomes = await world.machine.run(
    names.map((name) => {
      const own = random.fork();
      const diesAt = random.chance(0.35) ? 1 + random.int(random.pick([12, 40])) : undefined;
      const losesAt = random.chance(0.1) ? 1 + random.int(20) : undefined;
      return { name, diesAt, losesAt, work: async () => await acts[name](world, own) };
    }),
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
