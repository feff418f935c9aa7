import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { addDays, instantOf } from '../../contract/values/time/dates.ts';
import { reminderAt } from '../../contract/values/time/reminder-time.ts';
import type { PaymentHistoryTable, PickupsTable } from '../../server/database/schema.ts';
import type { Db } from '../../server/database/transaction.ts';

/** Rows as the app writes them, for reports over more days and outcomes than a test can act out. */

export async function addStop(
  db: Db,
  customerId: string,
  day: string,
  change: Partial<Insertable<PickupsTable>> = {},
): Promise<string> {
  const id = randomUUID();
  const stop: Insertable<PickupsTable> = {
    ...{ id, customerId, address: '1127 S 9th St, Philadelphia, PA 19147', bagCount: 3, amount: '30.00' },
    ...{ serviceType: 'one-time', status: 'completed', scheduledDate: instantOf(day, '09:00') },
    createdAt: instantOf(day, '08:00'),
    ...change,
  };
  await db.insertInto('pickups').values(stop).execute();
  return id;
}

/** Records that a window (New York wall times) of a day was promised the evening before. It may end after midnight. */
export async function addPromise(
  db: Db,
  pickupId: string,
  date: string,
  [from, to]: readonly [string, string],
): Promise<void> {
  const startsAt = instantOf(date, from);
  const endsAt = instantOf(to <= from ? addDays(date, 1) : date, to);
  const promise = { pickupId, date, startsAt, endsAt, promisedAt: reminderAt(date) };
  await db.insertInto('promised_windows').values(promise).execute();
}

/** Adds a visit to a disposal site. `emptiedAt` is null for a planned visit. */
export async function addVisit(
  db: Db,
  visit: { driverId: string; date: string; emptiedAt: Date | null; tons: string | null },
): Promise<void> {
  const site = {
    ...{ id: randomUUID(), name: 'Transfer station', address: '3605 Grays Ferry Ave, Philadelphia, PA 19146' },
    ...{ minutes: 20, isActive: true, version: 1, createdAt: instantOf(visit.date, '06:00') },
  };
  await db.insertInto('disposal_sites').values(site).execute();
  await db
    .insertInto('disposal_visits')
    .values({ ...visit, id: randomUUID(), siteId: site.id, afterStops: 5, bags: 90, createdAt: site.createdAt })
    .execute();
}

export async function addLine(
  db: Db,
  customerId: string,
  at: Date,
  change: Partial<Insertable<PaymentHistoryTable>> = {},
): Promise<void> {
  const line: Insertable<PaymentHistoryTable> = {
    ...{ id: randomUUID(), customerId, amount: '30.00', status: 'succeeded', movedAt: at, createdAt: at },
    ...change,
  };
  await db.insertInto('payment_history').values(line).execute();
}
