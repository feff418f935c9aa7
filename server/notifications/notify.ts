import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { insertNotification, type NewNotification } from './notifications.store.ts';

/**
 * Adds a notification to a person's bell. A driver's devices show it too. A notification with the same id is added only
 * once. Returns false if the account was deleted.
 */
export async function notify(
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  notification: Omit<NewNotification, 'createdAt'>,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const added = await insertNotification(trx, { ...notification, createdAt: clock() });
    if (added?.isNew && added.role === 'driver') {
      await jobs.enqueue(trx, 'push-notice', { notificationId: notification.id });
    }
    return added !== undefined;
  });
}
