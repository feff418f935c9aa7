import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import type { PickupsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { cancelStopsFrom } from './cancel/cancel.store.ts';
import { setClosed, setTaken } from './credits/closings.store.ts';
import { clearMonthCredit, setApplied } from './credits/credits.store.ts';
import { cutHolds } from './hold/hold.store.ts';
import { cancelStops, changeMowingBefore, setMowing } from './occurrences/occurrences.store.ts';
import { saveFirstPreference } from './subscribe/subscribe.store.ts';

/** Statements that must leave other plans, days and resolved stops alone. */

let db: Db;
let close: () => Promise<void>;
const [mine, theirs, customerId] = [randomUUID(), randomUUID(), randomUUID()];
const now = new Date('2026-03-05T14:00:00Z');
const later = new Date('2026-04-05T14:00:00Z');
const plan = { customerId, packageType: 'basic', pricePerMonth: '35.00', address: '1127 S 9th St' } as const;
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const user = { id: customerId, username: 'payer', email: 'payer@stoop.example', role: 'customer' } as const;
  await db.insertInto('users').values(user).execute();
  const ofProvider = (id: string) => ({ ...plan, id, stripeSubscriptionId: id, status: 'cancelled' }) as const;
  await db
    .insertInto('subscriptions')
    .values([ofProvider(mine), ofProvider(theirs)])
    .execute();
});
afterAll(async () => await close());

async function addStop(stop: Partial<Insertable<PickupsTable>>): Promise<string> {
  const id = randomUUID();
  const visit = { subscriptionId: mine, bagCount: 4, amount: '0.00', serviceType: 'subscription' } as const;
  await db
    .insertInto('pickups')
    .values({ id, customerId, address: '1127 S 9th St', ...visit, ...stop })
    .execute();
  return id;
}

const readStop = async (id: string) =>
  await db.selectFrom('pickups').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it("cancels one plan's open stops from a day on", async () => {
  const on = (day: string) => ({ occurrenceDate: day, scheduledDate: new Date(`${day}T14:00:00Z`) });
  const open = await addStop(on('2026-03-10'));
  const movedEarlier = await addStop({ ...on('2026-03-03'), occurrenceDate: '2026-03-12' });
  await addStop(on('2026-03-04'));
  await addStop({ ...on('2026-03-11'), status: 'completed' });
  await addStop({ ...on('2026-03-10'), subscriptionId: theirs });
  const cancelled = await cancelStopsFrom(db, mine, { fromDay: '2026-03-09', reason: 'Ended', now });
  expect(new Set(cancelled.map(({ id }) => id))).toEqual(new Set([open, movedEarlier]));
});

it('cancels no stop that is resolved', async () => {
  const open = await addStop({});
  const done = await addStop({ status: 'completed' });
  const cancelled = await cancelStops(db, [open, done], { reason: 'Held', now });
  expect(cancelled.map(({ id }) => id)).toEqual([open]);
});

it("ends one plan's holds, and never makes one longer", async () => {
  const hold = { actorId: customerId, createdAt: now };
  const [long, short, other] = [randomUUID(), randomUUID(), randomUUID()];
  const holds = [
    { ...hold, id: long, subscriptionId: mine, fromDay: '2026-05-01', untilDay: '2026-05-20' },
    { ...hold, id: short, subscriptionId: mine, fromDay: '2026-04-01', untilDay: '2026-04-05' },
    { ...hold, id: other, subscriptionId: theirs, fromDay: '2026-05-01', untilDay: '2026-05-20' },
  ];
  await db.insertInto('plan_holds').values(holds).execute();
  await cutHolds(db, mine, '2026-05-10');
  const rows = await db.selectFrom('plan_holds').selectAll().execute();
  const endOf = (id: string) => rows.filter((row) => row.id === id).map((row) => [row.untilDay, row.creditedUntil])[0];
  expect(endOf(long)).toEqual(['2026-05-10', '2026-05-10']);
  expect(endOf(short)).toEqual(['2026-04-05', '2026-04-05']);
  expect(endOf(other)).toEqual(['2026-05-20', null]);
});

it('clears the credit of one month', async () => {
  const month = { subscriptionId: mine, price: '35.00', visits: 4, credit: '5.00' };
  const months = [
    { ...month, startsAt: now, endsAt: later },
    { ...month, startsAt: later, endsAt: new Date('2026-05-05T14:00:00Z') },
  ];
  await db.insertInto('plan_months').values(months).execute();
  await clearMonthCredit(db, { subscriptionId: mine, startsAt: now });
  const left = await db.selectFrom('plan_months').select('credit').orderBy('startsAt').execute();
  expect(left.map(({ credit }) => credit)).toEqual(['0.00', '5.00']);
});

it('takes the rest of the balance once, and closes once', async () => {
  const closing = { id: randomUUID(), subscriptionId: mine, customerId, createdAt: now };
  await db.insertInto('plan_closings').values(closing).execute();
  const first = { taken: '12.00', owed: '8.00', providerId: null };
  expect(await setTaken(db, closing.id, first)).toEqual(first);
  expect(await setTaken(db, closing.id, { ...first, taken: '0.00', owed: '0.00' })).toEqual(first);
  await setClosed(db, closing.id, { unused: '1.00', closedAt: now });
  await setClosed(db, closing.id, { unused: '0.00', closedAt: later });
  const { unused, closedAt } = await db.selectFrom('plan_closings').selectAll().executeTakeFirstOrThrow();
  expect({ unused, closedAt }).toEqual({ unused: '1.00', closedAt: now });
});

it('keeps the first transaction that applied a credit', async () => {
  const credit = { id: randomUUID(), subscriptionId: mine, customerId, serviceDay: '2026-03-10', createdAt: now };
  await db.insertInto('plan_credits').values(credit).execute();
  await setApplied(db, credit.id, 'first');
  await setApplied(db, credit.id, 'second');
  const { providerId } = await db.selectFrom('plan_credits').selectAll().executeTakeFirstOrThrow();
  expect(providerId).toBe('first');
});

it('saves the mowing date only for completed stops, and for the completion that moved it', async () => {
  const mowing = { mowingBefore: now, mowingAfter: later };
  const open = await addStop({});
  await setMowing(db, open, mowing);
  expect((await readStop(open)).mowingBefore).toBeNull();

  const moved = await addStop({ status: 'completed', mowingBefore: now });
  const others = [
    await addStop({ status: 'completed', mowingBefore: now, subscriptionId: theirs }),
    await addStop({ status: 'incomplete', mowingBefore: now }),
    await addStop({ status: 'completed', mowingBefore: new Date('2026-02-05T14:00:00Z') }),
  ];
  await changeMowingBefore(db, mine, { from: now, to: later });
  expect((await readStop(moved)).mowingBefore).toEqual(later);
  for (const id of others) expect((await readStop(id)).mowingBefore).not.toEqual(later);
});

it('keeps a preference that was stated before', async () => {
  const id = randomUUID();
  await db
    .insertInto('subscription_orders')
    .values({ ...plan, id, preferredDay: 'monday', preferredTime: null })
    .execute();
  expect(await saveFirstPreference(db, id, { preferredDay: 'friday', preferredTime: null }, now)).toBeUndefined();
});
