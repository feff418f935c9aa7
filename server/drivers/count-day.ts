import { addDays, dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { type DriverDayKey, deleteDay, listDriverDays, lockDriverDay, readDay, saveDay } from './metrics.store.ts';

/**
 * Counts a driver's New York day:
 * - the stops scheduled for it, and how many of them are completed,
 * - the hours from the first to the last stop that the driver completed on it,
 * - the miles of its route, and the mean of its ratings.
 *
 * Earnings stay empty, because the product has no rule for pay (decision 041). Counting again changes nothing.
 */
export async function countDay(services: Pick<Services, 'db'>, day: DriverDayKey): Promise<void> {
  const bounds = { from: instantOf(day.date, '00:00'), to: instantOf(addDays(day.date, 1), '00:00') };
  await inTransaction(services.db, async (trx) => {
    await lockDriverDay(trx, day);
    const counts = await readDay(trx, day, bounds);
    if (counts.totalPickups === 0 && counts.hoursWorked === null) await deleteDay(trx, day);
    else await saveDay(trx, day, counts);
  });
}

/** Days to count again. A stop of an earlier day may still be rescheduled or reassigned. */
const sweptDays = 7;

/**
 * Counts the days of the last week again. This gives a new day its count, and includes changes that enqueued no job.
 */
export async function sweepDays(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const today = dateKeyOf(services.clock());
  for (const day of await listDriverDays(services.db, addDays(today, -sweptDays), today)) await countDay(services, day);
}
