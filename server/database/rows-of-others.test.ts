import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/fresh-database.ts';
import { deleteGooglePlaces } from '../addresses/places.store.ts';
import { deleteDay } from '../drivers/metrics.store.ts';
import { deleteOldKeys } from '../idempotency/store.ts';
import { saveBooking } from '../payments/store.ts';
import { deleteOldEvents } from '../payments/webhook/store.ts';
import { countAttempt } from '../rate-limits/store.ts';
import type { Db } from './transaction.ts';

/** Sweeps and counts that must leave the rows of other people, days and sources alone. */

let db: Db;
let close: () => Promise<void>;
const [mine, theirs] = [randomUUID(), randomUUID()];
const old = new Date('2026-03-05T14:00:00Z');
const young = new Date('2026-03-06T14:00:00Z');
const order = { address: '1127 S 9th St', bagCount: 4, amount: '30.00', serviceType: 'one-time' } as const;
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const user = (id: string) => ({ id, username: id, email: `${id}@stoop.example`, role: 'customer' }) as const;
  await db
    .insertInto('users')
    .values([user(mine), user(theirs)])
    .execute();
});
afterAll(async () => await close());

it('finds a draft by its customer, also when another customer has the same key', async () => {
  const draft = { ...order, draftKey: randomUUID(), scheduledDate: young, specialInstructions: null };
  const save = async (customerId: string) => await saveBooking(db, { ...draft, id: randomUUID(), customerId });
  const first = await save(mine);
  expect(await save(theirs)).toMatchObject({ customerId: theirs });
  expect(await save(mine)).toMatchObject({ id: first.id });
  expect(await saveBooking(db, { ...draft, id: randomUUID(), customerId: theirs, draftKey: first.id })).toMatchObject({
    draftKey: first.id,
  });
});

it('deletes events that were handled before an instant, never those that were not handled', async () => {
  const event = { type: 'payment', intentId: null, subscriptionId: null, disputeId: null, createdAt: old };
  const events = [
    { ...event, id: 'old', receivedAt: old, handledAt: old },
    { ...event, id: 'open', receivedAt: old, handledAt: null },
    { ...event, id: 'young', receivedAt: old, handledAt: young },
  ];
  await db.insertInto('provider_events').values(events).execute();
  await deleteOldEvents(db, young);
  const left = await db.selectFrom('provider_events').select('id').orderBy('id').execute();
  expect(left.map(({ id }) => id)).toEqual(['open', 'young']);
});

it('deletes idempotency keys made before an instant', async () => {
  const pickupId = randomUUID();
  await db
    .insertInto('pickups')
    .values({ id: pickupId, customerId: mine, ...order })
    .execute();
  const key = { userId: mine, requestHash: 'hash', pickupId };
  const keys = [
    { ...key, key: 'old', createdAt: old },
    { ...key, key: 'young', createdAt: young },
  ];
  await db.insertInto('idempotency_keys').values(keys).execute();
  await deleteOldKeys(db, young);
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
});

it('deletes places that Google found before an instant', async () => {
  const place = { address: 'here', latitude: 39.9, longitude: -75.1, precision: 'address' } as const;
  const places = [
    { ...place, addressKey: 'census', source: 'census', updatedAt: old } as const,
    { ...place, addressKey: 'old', source: 'google', updatedAt: old } as const,
    { ...place, addressKey: 'young', source: 'google', updatedAt: young } as const,
  ];
  await db.insertInto('places').values(places).execute();
  await deleteGooglePlaces(db, young);
  const left = await db.selectFrom('places').select('addressKey').orderBy('addressKey').execute();
  expect(left.map(({ addressKey }) => addressKey)).toEqual(['census', 'young']);
});

it("deletes one driver's count of one day", async () => {
  const days = [
    { id: randomUUID(), driverId: mine, date: '2026-03-05' },
    { id: randomUUID(), driverId: mine, date: '2026-03-06' },
    { id: randomUUID(), driverId: theirs, date: '2026-03-05' },
  ];
  await db.insertInto('driver_metrics').values(days).execute();
  await deleteDay(db, { driverId: mine, date: '2026-03-05' });
  expect(await db.selectFrom('driver_metrics').selectAll().execute()).toHaveLength(2);
});

it('counts the attempts of a key in this window and the last one', async () => {
  const count = async (key: string, current: Date) => await countAttempt(db, key, { current, previous: old }, 10);
  await count('other', old);
  await count('other', old);
  expect(await count('mine', young)).toEqual({ current: 1, previous: 0 });
  await count('mine', old);
  expect(await count('mine', young)).toEqual({ current: 2, previous: 1 });
});
