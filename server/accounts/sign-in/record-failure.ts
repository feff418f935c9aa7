import { createHash } from 'node:crypto';
import { nobodyId, recordChanges } from '../../audit/record-change.ts';
import { isWithinLimit } from '../../rate-limits/limit-attempts.ts';
import type { Services } from '../../services.ts';
import { findUserByName } from '../accounts.store.ts';
import { recordedFailures } from '../rules.ts';
import { deviceOf } from './device.ts';
import type { Client } from './open-session.ts';

/**
 * Records a failed sign-in in the trail. An unknown name is not stored, because people type passwords into the wrong
 * field. Known and unknown names take the same statements, so that the response time doesn't reveal which names exist.
 */
export async function recordFailedSignIn(
  services: Pick<Services, 'db' | 'clock'>,
  name: string,
  client: Client,
): Promise<void> {
  const key = createHash('sha256').update(name.toLowerCase()).digest('base64url');
  if (!(await isWithinLimit(services, recordedFailures, key))) return;
  const user = await findUserByName(services.db, name);
  const details = { device: deviceOf(client.userAgent), ip: client.ip };
  const subjectId = user?.id ?? nobodyId;
  await recordChanges(services, services.db, [
    { actorId: null, action: 'sign_in_failed', subject: 'user', subjectId, details },
  ]);
}

/** Records that a signed-in person entered a wrong current password. The account's lock limits the number of lines. */
export async function recordWrongPassword(services: Pick<Services, 'db' | 'clock'>, userId: string): Promise<void> {
  const about = { actorId: userId, subject: 'user', subjectId: userId } as const;
  await recordChanges(services, services.db, [{ ...about, action: 'sign_in_failed', details: { at: 'settings' } }]);
}
