import { inTransaction } from '../database/transaction.ts';
import type { PushDevice } from '../external/push/push-service.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { replaceDevice } from './push.store.ts';
import { requireKnownService } from './subscribe-device.ts';

/** The limit per IP address. A browser changes its subscription only a few times a year. */
const renewLimit: RateLimit = { name: 'push-renew', limit: 30, windowMs: 5 * 60_000 };

/**
 * Saves a device's new endpoint and keys after the push service has changed them. Service workers call this and have no
 * session: the old endpoint and secret, which only the browser and we know, identify the device. Throws 400, 404 and
 * 429.
 */
export async function renewDevice(
  services: Pick<Services, 'db' | 'clock' | 'push'>,
  ip: string,
  old: Pick<PushDevice, 'endpoint' | 'auth'>,
  device: PushDevice,
): Promise<void> {
  await limitAttempts(services, renewLimit, ip);
  requireKnownService(services, device);
  const isReplaced = await inTransaction(services.db, (trx) => replaceDevice(trx, old, device));
  if (!isReplaced) throw new Refusal(404, 'This device gets no notifications.');
}
