import type { PushService } from '../external/push/push-service.ts';
import { newPushKeys, type PushKeys, webPushService } from '../external/push/web-push.ts';
import type { Services } from '../services.ts';
import { readKeys } from './push.store.ts';

/** Opens the browsers' push services with this deployment's keys, which the first start makes. */
export async function openPush({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<PushService> {
  const keys = JSON.parse(await readKeys(db, JSON.stringify(newPushKeys()))) as PushKeys;
  return webPushService(keys, `mailto:${settings.supportEmail}`, settings.pushServiceUrl);
}
