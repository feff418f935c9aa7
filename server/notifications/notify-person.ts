import type { JobPayloads } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { insertNotification } from './store.ts';

/** Puts a notification under a person's bell. It takes the job's id, so a job that runs twice rings once. */
export async function notifyPerson(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  jobId: string,
  { userId, title, message, type, actionUrl }: JobPayloads['notify-person'],
): Promise<void> {
  await insertNotification(db, { id: jobId, userId, title, message, type, actionUrl, createdAt: clock() });
}
