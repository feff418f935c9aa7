import { v5 as nameId } from 'uuid';
import { listAdminIds } from '../accounts/members/list-admin-ids.ts';
import type { JobPayloads } from '../jobs/queue.ts';
import type { Services } from '../services.ts';
import { insertNotification } from './store.ts';

/**
 * Puts a notification under the bell of every active admin. The ids come from the job's, so a job that runs twice rings once, or
 * from what the notice is given once for.
 */
export async function notifyAdmins(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  jobId: string,
  { onceFor = jobId, ...notice }: JobPayloads['notify-admins'],
): Promise<void> {
  for (const userId of await listAdminIds(db)) {
    await insertNotification(db, { ...notice, id: nameId(onceFor, userId), userId, createdAt: clock() });
  }
}
