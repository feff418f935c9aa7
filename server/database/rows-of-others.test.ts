import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { deleteGooglePlaces } from '../addresses/places.store.ts';
import { lockUnpaidHoldable, releaseMoved } from '../booking/booking.store.ts';
import { deleteDay } from '../drivers/metrics.store.ts';
import { setEndsAtPeriodEnd } from '../external/payments/simulated/plans.store.ts';
import { deleteOldKeys } from '../idempotency/idempotency.store.ts';
import { deleteRefusal } from '../mail/refused-emails.store.ts';
import { closeOpenReports, setDecided } from '../missed/missed.store.ts';
import { saveBooking, setUsed } from '../payments/payments.store.ts';
import { deleteOldEvents, recordError } from '../payments/webhook/webhook.store.ts';
import { setDriver } from '../pickups/pickups.store.ts';
import { lockOwn } from '../pickups/places/open-pickups.store.ts';
import { listActiveOf, setRestored, takeOverCompleted } from '../pickups/stops/stops.store.ts';
import { countAttempt, uncountAttempt } from '../rate-limits/rate-limits.store.ts';
import type { PickupsTable } from './schema.ts';
import type { Db } from './transaction.ts';

/** Sweeps and counts must leave alone the rows of other people, days and sources. */

let db: Db;
let close: () => Promise<void>;
const [mine, theirs] = [randomUUID(), randomUUID()];
const old = new Date('2026-03-05T14:00:00Z');
const young = new Date('2026-03-06T14:00:00Z');
const order = { address: '1127 S 9th St', bagCount: 4, amount: '30.00', serviceType: 'one-time' } as const;
const priceVersion = 1;
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
  const draft = { ...order, priceVersion, draftKey: randomUUID(), scheduledDate: young, specialInstructions: null };
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

it("takes back one attempt of a key's window, and never counts below zero", async () => {
  const row = (key: string, windowStart: Date, count: number) => ({ key, windowStart, count });
  await db
    .insertInto('rate_limits')
    .values([row('a', young, 2), row('a', old, 2), row('b', young, 2), row('c', young, 0)])
    .execute();
  await uncountAttempt(db, 'a', young);
  await uncountAttempt(db, 'c', young);
  const left = await db
    .selectFrom('rate_limits')
    .select(['key', 'count'])
    .where('key', 'in', ['a', 'b', 'c'])
    .orderBy('key')
    .orderBy('windowStart')
    .execute();
  expect(left.map(({ key, count }) => `${key}${count}`)).toEqual(['a2', 'a1', 'b2', 'c0']);
});

it('forgets the refusal of one address', async () => {
  const refusal = (email: string) => ({ email, reason: 'No such user', refusedAt: old });
  await db
    .insertInto('refused_emails')
    .values([refusal('pat@stoop.example'), refusal('ana@stoop.example')])
    .execute();
  await deleteRefusal(db, 'Pat@stoop.example');
  expect(await db.selectFrom('refused_emails').select('email').execute()).toEqual([{ email: 'ana@stoop.example' }]);
});

it('counts no failed try of an event that was handled or set aside', async () => {
  const event = { type: 'payment', intentId: null, subscriptionId: null, disputeId: null, createdAt: old };
  const events = [
    { ...event, id: 'waiting', receivedAt: old },
    { ...event, id: 'handled', receivedAt: old, handledAt: old },
    { ...event, id: 'aside', receivedAt: old, setAsideAt: old },
  ];
  await db.insertInto('provider_events').values(events).execute();
  const tries = [];
  for (const { id } of events) tries.push(await recordError(db, id, 'The plan is unknown', young));
  expect(tries).toEqual([1, undefined, undefined]);
});

async function addPickup(pickup: Partial<Insertable<PickupsTable>>): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('pickups')
    .values({ id, customerId: mine, ...order, ...pickup })
    .execute();
  return id;
}

it('decides a report once, and closes the reports of these pickups', async () => {
  const report = async () => {
    const row = {
      id: randomUUID(),
      pickupId: await addPickup({}),
      customerId: mine,
      day: '2026-03-05',
      createdAt: old,
    };
    await db
      .insertInto('missed_reports')
      .values({ ...row, state: 'open' })
      .execute();
    return row;
  };
  const [closed, open] = [await report(), await report()];
  await closeOpenReports(db, [closed.pickupId], young);
  const decision = { state: 'missed', reason: null, decidedBy: theirs, decidedAt: young } as const;
  expect(await setDecided(db, closed.id, decision)).toBeUndefined();
  expect(await setDecided(db, open.id, decision)).toMatchObject({ state: 'missed' });
});

it('assigns stops only to active drivers', async () => {
  const user = (id: string) => ({ id, username: id, email: `${id}@stoop.example`, role: 'driver' }) as const;
  const [active, gone] = [randomUUID(), randomUUID()];
  await db
    .insertInto('users')
    .values([user(active), { ...user(gone), isActive: false }])
    .execute();
  expect(await listActiveOf(db, [active, gone, mine])).toEqual([active]);
});

it('assigns no pickup that is held until it is paid', async () => {
  const facts = { status: 'pending', driverId: null } as const;
  const held = await addPickup({ heldAt: old });
  expect(await setDriver(db, { id: held, ...facts }, theirs, young)).toBeUndefined();
});

it('restores only cancelled pickups', async () => {
  const [open, cancelled] = [await addPickup({}), await addPickup({ status: 'cancelled' })];
  expect(await setRestored(db, open, { driverId: theirs, now: young })).toBeUndefined();
  expect(await setRestored(db, cancelled, { driverId: theirs, now: young })).toMatchObject({ status: 'assigned' });
});

it('keeps the time at which a driver has completed a stop', async () => {
  const own = await addPickup({ status: 'completed', resolvedBy: theirs, resolvedAt: old });
  const other = await addPickup({ status: 'completed', resolvedBy: mine, resolvedAt: old });
  await takeOverCompleted(db, [own, other], theirs, young);
  const rows = await db.selectFrom('pickups').select(['id', 'resolvedAt']).where('id', 'in', [own, other]).execute();
  expect(new Map(rows.map(({ id, resolvedAt }) => [id, resolvedAt]))).toEqual(
    new Map([
      [own, old],
      [other, young],
    ]),
  );
});

it('holds unpaid phone bookings up to a day, and releases those that were moved to a later one', async () => {
  const phone = { bookedBy: theirs, paymentStatus: 'pending', scheduledDate: old } as const;
  const held = { heldAt: old };
  const later = { scheduledDate: new Date('2026-03-09T14:00:00Z') };
  const due = await addPickup(phone);
  await addPickup({ ...phone, ...held });
  await addPickup({ ...phone, paymentStatus: 'paid' });
  await addPickup({ ...phone, ...later });
  expect((await lockUnpaidHoldable(db, '2026-03-05', 100)).map(({ id }) => id)).toEqual([due]);

  const stays = [
    await addPickup({ ...phone, ...held }),
    await addPickup({ ...phone, ...held, ...later, bookedBy: null }),
    await addPickup({ ...phone, ...held, ...later, paymentStatus: 'paid' }),
    await addPickup({ ...phone, ...held, ...later, status: 'cancelled' }),
  ];
  const moved = await addPickup({ ...phone, ...held, ...later });
  await releaseMoved(db, '2026-03-05');
  const all = [moved, ...stays];
  const released = db.selectFrom('pickups').select('id').where('id', 'in', all).where('heldAt', 'is', null);
  expect(await released.execute()).toEqual([{ id: moved }]);
});

it("locks a customer's open pickups and the chosen ones, not all past ones", async () => {
  const [open, chosen] = [
    await addPickup({ customerId: theirs }),
    await addPickup({ customerId: theirs, status: 'completed' }),
  ];
  await addPickup({ customerId: theirs, status: 'completed' });
  expect(new Set((await lockOwn(db, theirs, [chosen])).map(({ id }) => id))).toEqual(new Set([open, chosen]));
});

it('uses only open payments', async () => {
  const payment = { id: randomUUID(), customerId: mine, purpose: 'booking', amount: '30.00' } as const;
  await db
    .insertInto('payments')
    .values({ ...payment, status: 'canceled' })
    .execute();
  await setUsed(db, payment.id, young);
  expect(await db.selectFrom('payments').select('usedAt').execute()).toEqual([{ usedAt: null }]);
});

it('does not change a simulated plan that has already ended', async () => {
  const over = { id: 'over', idempotencyKey: 'over', root: 'over', packageType: 'basic', priceCents: 3500 } as const;
  await db
    .insertInto('simulated_subscriptions')
    .values({ ...over, status: 'canceled', periodEnd: young })
    .execute();
  await setEndsAtPeriodEnd(db, 'over', true);
  expect(await db.selectFrom('simulated_subscriptions').select('endsAtPeriodEnd').execute()).toEqual([
    { endsAtPeriodEnd: false },
  ]);
});
