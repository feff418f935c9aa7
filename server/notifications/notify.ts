import { v5 as nameId } from 'uuid';
import { inTransaction } from '../database/transaction.ts';
import type { JobPayloads } from '../jobs/job-kinds.ts';
import type { Services } from '../services.ts';
import { insertNotification, listAdminIds } from './store.ts';

type Database = Pick<Services, 'db' | 'clock'>;

/**
 * Adds a notification for a person; a driver's devices show it too. Its id is the job's, so that a job that runs twice notifies once.
 */
export async function notifyPerson(
  { db, clock, jobs }: Database & Pick<Services, 'jobs'>,
  jobId: string,
  { userId, title, message, type, actionUrl }: JobPayloads['notify-person'],
): Promise<void> {
  const notification = { id: jobId, userId, title, message, type, actionUrl, createdAt: clock() };
  await inTransaction(db, async (trx) => {
    const role = await insertNotification(trx, notification);
    if (role === 'driver') await jobs.enqueue(trx, 'push-notice', { notificationId: jobId });
  });
}

/**
 * Adds a notification for every active admin. The ids derive from the job's id, so that a job that runs twice notifies once, or
 * from `onceFor`, so that several jobs do.
 */
export async function notifyAdmins(
  { db, clock }: Database,
  jobId: string,
  { onceFor = jobId, ...notice }: JobPayloads['notify-admins'],
): Promise<void> {
  for (const userId of await listAdminIds(db)) {
    await insertNotification(db, { ...notice, id: nameId(onceFor, userId), userId, createdAt: clock() });
  }
}
