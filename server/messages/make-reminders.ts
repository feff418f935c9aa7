import { reminderAt } from '../../contract/values/time/reminder-time.ts';
import { inTransaction } from '../database/transaction.ts';
import { promiseWindows } from '../routing/promises/promise-windows.ts';
import type { Services } from '../services.ts';
import { listToRemind } from './reminders.store.ts';
import { dayToRemindOf } from './time-rules.ts';
import { writeMessages } from './write-messages.ts';

/** Bounds the size of a statement: a reminder may be three rows of ten values. */
const mostAtOnce = 500;

/**
 * Records the windows that the reminders name as promised, and then, from 5 PM on, writes the reminders of tomorrow's
 * pickups. Running it again writes no reminder twice and makes up for a missed run.
 */
export async function makeReminders(services: Services): Promise<void> {
  const { db, clock } = services;
  await promiseWindows(services);
  const now = clock();
  const day = dayToRemindOf(now);
  if (day === null) return;
  const query = { day, since: reminderAt(day), most: mostAtOnce };
  // Every query also finds customers who want no reminders. Continuing after the last pickup finds each of them only
  // once in a run.
  let last: { id: string } | undefined;
  do {
    last = await inTransaction(db, async (trx) => {
      const pickups = await listToRemind(trx, { ...query, afterId: last?.id });
      const reminders = pickups.map(({ id: subjectId, customerId: recipientId }) => {
        return { kind: 'reminder', subjectId, recipientId, revision: day, dueAt: now } as const;
      });
      await writeMessages(services, trx, reminders);
      return pickups.length === mostAtOnce ? pickups.at(-1) : undefined;
    });
  } while (last);
}
