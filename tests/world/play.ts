import { hashPassword } from '../../server/accounts/password-hash.ts';
import { addAccount } from '../../server/accounts/registration/create-account.ts';
import type { Actor } from './actor.ts';
import { customers } from './actors/customers.ts';
import { dispatcher } from './actors/dispatcher.ts';
import { drivers } from './actors/drivers.ts';
import { hours } from './actors/hours.ts';
import { machine } from './actors/machine.ts';
import { owner } from './actors/owner.ts';
import { provider } from './actors/provider.ts';
import { Agenda } from './agenda.ts';
import { addDays, atOf, wallTextOf } from './new-york.ts';
import { World } from './world.ts';

export interface Played {
  /** The hash of the history, 16 hex digits. */
  readonly hash: string;
  readonly driverDays: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly lines: readonly string[];
  /** Why the world stopped; undefined after its last day. */
  readonly failure: Error | undefined;
}

export interface Wanted {
  readonly databaseUrl: string;
  readonly seed: number;
  /** Days with stops. Bookings begin on the day before. */
  readonly days: number;
  readonly driverCount?: number;
}

/** Two weeks that begin before a change of summer time, at a month's end, on a leap day, and in an ordinary week. */
const firstDays = ['2026-03-05', '2026-10-29', '2026-01-29', '2028-02-27', '2026-05-11'];
const householdsPerDriver = 18;

/** Plays one history: all choices come from the seed. Never rejects for a broken promise. */
export async function play({ databaseUrl, seed, days, driverCount = 2 }: Wanted): Promise<Played> {
  const firstDay = firstDays[seed % firstDays.length] ?? '';
  const world = await World.open(databaseUrl, seed, atOf(firstDay, '04:00'));
  let failure: Error | undefined;
  try {
    const admin = await hire(world, driverCount);
    const actors: Actor[] = [
      ...[hours(admin), customers(householdsPerDriver * driverCount), dispatcher(admin), drivers],
      ...[provider(), machine, owner(admin)],
    ];
    for (let day = 0; day <= days; day += 1) await playDay(world, actors, addDays(firstDay, day));
    await recordRows(world);
  } catch (error) {
    failure = error as Error;
    world.history.add(`${wallTextOf(world.nowMs())} failed: ${failure.message}`);
  } finally {
    await world.close();
  }
  const { history, model } = world;
  const driverDays = model.counts.get('driver-days') ?? 0;
  return { hash: history.digest(), driverDays, counts: model.counts, lines: history.lines, failure };
}

/** Adds the staff, whom no one can register. Returns a function that returns the dispatcher's token. */
async function hire(world: World, driverCount: number): Promise<() => string> {
  const password = 'Curb-side7!';
  const passwordHash = await hashPassword(password, null);
  const signIn = async (role: 'admin' | 'driver', username: string) => {
    const person = { firstName: 'Pat', lastName: username, phone: '(215) 555-0143', address: '1 Penn Sq' };
    const account = { ...person, username, email: `${username}@stoop.example`, role, passwordHash };
    await addAccount(world.app.services.db, account, new Date(world.nowMs()));
    const body = { username, password, rememberMe: true };
    const { status, body: said } = await world.call('POST', '/api/auth/login', { body });
    if (status !== 200) throw new Error(`could not sign in: ${JSON.stringify(said)}`);
    return { id: said.user.id as string, username, token: said.token as string };
  };
  const admin = await signIn('admin', 'desk');
  for (let index = 1; index <= driverCount; index += 1)
    world.model.drivers.push(await signIn('driver', `driver_${index}`));
  return () => admin.token;
}

/** Plays from 5:00 to 5:00: the next step or the next due job, whichever comes first. */
async function playDay(world: World, actors: readonly Actor[], day: string): Promise<void> {
  const agenda = new Agenda();
  await world.setNow(atOf(day, '05:00'));
  for (const actor of actors) agenda.add(actor.name, await actor.wake(world));
  const endMs = atOf(addDays(day, 1), '05:00');
  for (;;) {
    const stepMs = agenda.nextMs() ?? endMs;
    const jobMs = (await world.nextJobMs()) ?? endMs;
    if (Math.min(stepMs, jobMs) >= endMs) return;
    if (jobMs <= stepMs) {
      await world.setNow(jobMs);
      await world.runJobs();
      continue;
    }
    await world.setNow(stepMs);
    const step = agenda.take();
    if (!step) return;
    world.history.add(`${wallTextOf(world.nowMs())} ${step.actor}: ${step.what}`);
    agenda.add(step.actor, (await step.run()) ?? []);
  }
}

/** Adds the final rows of the tables that tell the business's state, sorted by their text. */
async function recordRows(world: World): Promise<void> {
  for (const table of [
    'pickups',
    'payments',
    'payment_history',
    'charge_refunds',
    'routes',
    'messages',
    'subscriptions',
  ]) {
    const rows = await world.database.query(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY t."createdAt", t."id"`);
    for (const { row } of rows) world.history.add(`${table} ${JSON.stringify(row)}`);
  }
}
