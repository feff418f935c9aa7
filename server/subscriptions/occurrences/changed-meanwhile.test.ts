import { randomUUID } from 'node:crypto';
import type { InsertObject } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openFreshDatabase } from '../../../tests/support/database/fresh-database.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { lockLastDriver } from './make-stop.store.ts';
import { cancelOpenStops, changeStop } from './occurrences.store.ts';

/** A plan doesn't touch stops that were resolved, earlier days, or drivers who left. */

let db: Db;
let close: () => Promise<void>;
let customerId: string;
let subscriptionId: string;
const now = new Date('2026-11-23T14:00:00Z');
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
});
afterAll(async () => await close());
beforeEach(async () => {
  customerId = await anAccount('customer');
  subscriptionId = randomUUID();
  const plan = { packageType: 'basic', pricePerMonth: '35.00', status: 'active' } as const;
  await db
    .insertInto('subscriptions')
    .values({ id: subscriptionId, customerId, ...plan, stripeSubscriptionId: subscriptionId })
    .execute();
});

async function anAccount(role: 'customer' | 'driver'): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('users')
    .values({ id, username: id, email: `${id}@stoop.example`, role })
    .execute();
  return id;
}

async function aStop(day: string, about: Partial<InsertObject<Schema, 'pickups'>> = {}): Promise<string> {
  const id = randomUUID();
  const order = { address: '1127 S 9th St', bagCount: 6, amount: '0.00', serviceType: 'subscription' } as const;
  const dates = { occurrenceDate: day, scheduledDate: new Date(`${day}T14:00:00Z`) };
  await db
    .insertInto('pickups')
    .values({ id, customerId, subscriptionId, ...order, ...dates, ...about })
    .execute();
  return id;
}
const rowOf = async (id: string) =>
  await db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('does not change a stop that was resolved', async () => {
  const [open, done] = [await aStop('2026-11-23'), await aStop('2026-11-30', { status: 'completed' })];
  const change = { specialInstructions: 'Blue gate', bagCount: 12, updatedAt: now };
  for (const id of [open, done]) await changeStop(db, id, change);
  expect(await rowOf(open)).toMatchObject({ bagCount: 12 });
  expect(await rowOf(done)).toMatchObject({ bagCount: 6, specialInstructions: null });
});

it('cancels the open stops from a day on', async () => {
  const [overdue, next] = [await aStop('2026-11-16'), await aStop('2026-11-23')];
  const cancelled = await cancelOpenStops(db, subscriptionId, { fromDay: '2026-11-23', reason: 'Paused', now });
  expect(cancelled.map(({ id }) => id)).toEqual([next]);
  expect(await rowOf(overdue)).toMatchObject({ status: 'pending' });
});

it("keeps the driver of the weekday while the account is a driver's and active", async () => {
  const driverId = await anAccount('driver');
  await aStop('2026-11-16', { status: 'completed', driverId });
  const change = async (about: { role?: 'customer' | 'driver'; isActive?: boolean }) =>
    await db.updateTable('users').set(about).where('id', '=', driverId).execute();
  expect(await lockLastDriver(db, subscriptionId, '2026-11-23')).toBe(driverId);
  await change({ role: 'customer' });
  expect(await lockLastDriver(db, subscriptionId, '2026-11-23')).toBeNull();
  await change({ role: 'driver', isActive: false });
  expect(await lockLastDriver(db, subscriptionId, '2026-11-23')).toBeNull();
});
