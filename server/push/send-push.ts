import { hash } from 'node:crypto';
import { pushLifetimeMs } from '../accounts/rules.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { type Notice, payloadOf } from './payload-rules.ts';
import { deleteGone, listDevices, listWithDevices } from './push.store.ts';

/** The text on the lock screen, and the page that it opens. */
export interface PushWords extends Notice {
  /** How long the push service keeps the notice for a device that is off; 4 hours by default. */
  readonly ttlSeconds?: number;
  /** `high` wakes a sleeping phone. The default is `normal`. */
  readonly urgency?: 'normal' | 'high';
}

const usualTtlSeconds = 4 * 60 * 60;

type PushServices = Pick<Services, 'db' | 'clock' | 'push' | 'log'>;

/**
 * Sends a notice to every device on which a person has signed in within 30 days and turned notifications on. Returns `sent` when at least one push service took the notice,
 * and `nobody` when the person has no device, or no push service will take it. Devices that no longer exist are
 * deleted.
 *
 * Throws when no service took the notice and a later attempt may succeed. A device that gets the same notice twice
 * shows it once.
 */
export async function sendPush(
  { db, clock, push, log }: PushServices,
  recipientId: string,
  { ttlSeconds = usualTtlSeconds, urgency = 'normal', ...notice }: PushWords,
  messageId: string,
): Promise<'sent' | 'nobody'> {
  const devices = await listDevices(db, recipientId, new Date(clock().getTime() - pushLifetimeMs));
  const payload = payloadOf(messageId, notice);
  // 24 bytes become 32 characters, the longest topic.
  const topic = hash('sha256', notice.tag, 'buffer').subarray(0, 24).toString('base64url');
  const results = await Promise.all(
    devices.map(async (device) => {
      const result = await push.send(device, { payload, ttlSeconds, urgency, topic });
      if (result.outcome === 'gone') await deleteGone(db, device.endpoint);
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
 * Returns the ids of those people who have turned on notifications on a device. Its last sign-in may be too long ago;
 * `sendPush` checks that.
 */
export async function listPushable(db: Db, userIds: readonly string[]): Promise<Set<string>> {
  return new Set(await listWithDevices(db, userIds));
}
