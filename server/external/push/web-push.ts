import { ECDH } from 'node:crypto';
import webPush from 'web-push';
import { describeFailure, readBytes } from '../fetch-json.ts';
import { isPushEndpoint } from './known-endpoints.ts';
import type { PushDevice, PushResult, PushService } from './push-service.ts';

/** The server's key pair (VAPID, RFC 8292), base64url. A subscription works only with the pair it was made with. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export function newPushKeys(): PushKeys {
  return webPush.generateVAPIDKeys();
}

const timeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;

/**
 * Creates a service that encrypts and signs messages and sends them to the browsers' push services. `contact` is a
 * mailto: URL for the services' operators. `testService` is the origin of a stand-in on this machine.
 */
export function webPushService(keys: PushKeys, contact: string, testService: string | undefined): PushService {
  const vapidDetails = { ...keys, subject: contact };
  const takes = (device: PushDevice) => isPushEndpoint(device.endpoint, testService) && isOnCurve(device.p256dh);
  return {
    publicKey: keys.publicKey,
    takes,
    async send(device, { payload, ttlSeconds, urgency, topic }) {
      // Checked again: the known services may have changed since the device subscribed.
      if (!takes(device)) return { outcome: 'gone', detail: 'not a known push service' };
      const { endpoint, ...encryptionKeys } = device;
      const { host } = new URL(endpoint);
      const request = webPush.generateRequestDetails({ endpoint, keys: encryptionKeys }, payload, {
        ...{ vapidDetails, TTL: ttlSeconds, urgency, topic },
      });
      const { 'Content-Length': _, ...headers } = request.headers;
      try {
        const response = await fetch(endpoint, {
          method: 'POST',
          headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
          body: request.body && new Uint8Array(request.body),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        await readBytes(response, maxResponseBytes);
        return { outcome: outcomeOf(response.status), detail: `${host} returned ${response.status}` };
      } catch (error) {
        return { outcome: 'busy', detail: `${host}: ${describeFailure(error)}` };
      }
    },
  };
}

/** Returns whether a device's key is a point on P-256. Encrypting for any other key would throw. */
function isOnCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

/** RFC 8030: 404 and 410 mean that the subscription no longer exists. A redirect counts as a refusal. */
function outcomeOf(status: number): PushResult['outcome'] {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'busy' : 'refused';
}
