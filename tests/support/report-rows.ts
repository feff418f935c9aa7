import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { instantOf } from '../../contract/values/dates.ts';
import type { PaymentHistoryTable, PickupsTable } from '../../server/database/schema.ts';
import type { Db } from '../../server/database/transaction.ts';

/** Rows as the app leaves them, for reports over more days and outcomes than a test can play. */

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
