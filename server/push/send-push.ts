import { hash } from 'node:crypto';
import { hasEnded } from '../accounts/rules.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { type Notice, payloadOf } from './payload-rules.ts';
import { deleteGone, listDevices, listWithDevices } from './store.ts';

/** The text on the lock screen, and the page that it opens. */
export interface PushWords extends Notice {
  /** How long the push service keeps the notice for a device that is off; 4 hours by default. */
  readonly ttlSeconds?: number;
  /** `high` wakes a sleeping phone. The default is `normal`. */
  readonly urgency?: 'normal' | 'high';
}

const usualTtlSeconds = 4 * 60 * 60;

type PushServices = Pick<Services, 'db' | 'clock' | 'settings' | 'push' | 'log'>;

/**
 * Sends a notice to every signed-in device of a person. Returns `sent` when at least one push service took the notice,
 * and `nobody` when the person has no device, or no push service will take it. Devices that no longer exist are
 * deleted.
 *
 * Throws when no service took the notice and a later attempt may succeed. A device that gets the same notice twice
 * shows it once.
 */
export async function sendPush(
  { db, clock, settings, push, log }: PushServices,
  recipientId: string,
  { ttlSeconds = usualTtlSeconds, urgency = 'normal', ...notice }: PushWords,
  messageId: string,
): Promise<'sent' | 'nobody'> {
  const now = clock();
  const devices = await listDevices(db, recipientId);
  const payload = payloadOf(messageId, notice);
  // 24 bytes become 32 characters, the longest topic.
  const topic = hash('sha256', notice.tag, 'buffer').subarray(0, 24).toString('base64url');
  const results = await Promise.all(
    devices
      .filter((device) => !hasEnded(device, now, settings.staffIdleHours))
      .map(async ({ endpoint, p256dh, auth }) => {
        const result = await push.send({ endpoint, p256dh, auth }, { payload, ttlSeconds, urgency, topic });
        if (result.outcome === 'gone') await deleteGone(db, endpoint);
        if (result.outcome === 'refused') log.error({ messageId, detail: result.detail }, 'a push was refused');
        return result;
      }),
  );
  if (results.some(({ outcome }) => outcome === 'accepted')) return 'sent';
  const busy = results.find(({ outcome }) => outcome === 'busy');
  if (busy) throw new Error(`no push service took the message: ${busy.detail}`);
  return 'nobody';
}

/**
 * Returns the ids of those people who have turned on notifications on a device. The device's session may have ended
 * since; `sendPush` checks that.
 */
export async function listPushable(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  return new Set(await listWithDevices(db, userIds));
}
