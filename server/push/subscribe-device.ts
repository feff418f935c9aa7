import { notSignedIn } from '../accounts/sign-in/authorize.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PushDevice } from '../external/push/push-service.ts';
import type { Actor } from '../http/adapter.ts';
import { limitByKey } from '../rate-limits/limit-attempts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { deleteDevice, deleteOldest, saveDevice } from './push.store.ts';

/** The most devices of a person, more than anyone uses. A new device replaces the oldest. */
const devicesPerPerson = 10;
/** The limit per account. The web app subscribes only once a day and after changes. */
const subscribeLimit: RateLimit = { name: 'push-subscribe', limit: 60, windowMs: 60 * 60_000 };

type PushServices = Pick<Services, 'db' | 'clock' | 'push'>;

/**
 * Sends notifications to this device until the session of the request is ended, or 30 days after its sign-in. Takes
 * over a device that another account used. `deviceId` is the device's id at sign-ins, if known. Throws 400 for an endpoint of an unknown push service, 401 when the session has ended in the meantime, and 429.
 */
export async function subscribeDevice(
  services: PushServices,
  { id, sid, deviceId }: Pick<Actor, 'id' | 'sid'> & { deviceId: string | undefined },
  device: PushDevice,
): Promise<void> {
  await limitByKey(services, subscribeLimit, id);
  requireKnownService(services, device);
  await inTransaction(services.db, async (trx) => {
    if (!(await saveDevice(trx, { sid, deviceId }, device, services.clock()))) throw notSignedIn();
    await deleteOldest(trx, id, devicesPerPerson);
  });
}

/** Stops notifications to the device of this session. If the session has no device, changes nothing. */
export async function unsubscribeDevice({ db }: Pick<Services, 'db'>, { sid }: Actor): Promise<void> {
  await deleteDevice(db, sid);
}

/** Throws 400 for an unknown push service, because the server sends requests to known ones only. */
export function requireKnownService({ push }: Pick<Services, 'push'>, device: PushDevice): void {
  if (push.takes(device)) return;
  throw new Refusal(400, "We can't send notifications to this browser.", { code: 'unknown_push_service' });
}
