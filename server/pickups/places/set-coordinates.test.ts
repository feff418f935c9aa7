import { randomUUID } from 'node:crypto';
import type { InsertObject } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../../tests/support/database/fresh-database.ts';
import type { Schema } from '../../database/schema.ts';
import type { Db } from '../../database/transaction.ts';
import { setCoordinates } from './places.store.ts';

let db: Db;
let close: () => Promise<void>;
const customerId = randomUUID();
const booked = new Date('2026-03-05T14:00:00Z');
const now = new Date('2026-03-05T15:00:00Z');
const door = { coordinates: '39.93500,-75.15850', coordinatesPrecision: 'address', fullAddress: null } as const;
const middle = { coordinates: '39.93640,-75.15473', coordinatesPrecision: 'area', fullAddress: null } as const;
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const user = { id: customerId, username: 'customer', email: 'customer@stoop.example', role: 'customer' } as const;
  await db.insertInto('users').values(user).execute();
});
afterAll(async () => await close());

async function aPickup(about: Partial<InsertObject<Schema, 'pickups'>>): Promise<string> {
  const id = randomUUID();
  const order = { bagCount: 4, amount: '30.00', serviceType: 'one-time', scheduledDate: booked } as const;
  const pickup = { id, customerId, ...order, address: 'here', ...middle, updatedAt: booked, ...about };
  await db.insertInto('pickups').values(pickup).execute();
  return id;
}
const rowOf = async (id: string) =>
  await db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('places the open pickups at the address and no others', async () => {
  const here = [await aPickup({}), await aPickup({ status: 'issue', coordinates: null, coordinatesPrecision: null })];
  const elsewhere = [await aPickup({ address: 'there' }), await aPickup({ status: 'completed' })];
  await setCoordinates(db, 'here', door, now);
  for (const id of here) expect(await rowOf(id)).toMatchObject({ ...door, updatedAt: now });
  for (const id of elsewhere) expect(await rowOf(id)).toMatchObject({ ...middle, updatedAt: booked });
});

it('leaves a pickup that is there already as it is', async () => {
  const id = await aPickup({ address: 'same' });
  await setCoordinates(db, 'same', middle, now);
  expect(await rowOf(id)).toMatchObject({ updatedAt: booked });
});
