import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

const badDevice = 'Please send the subscription as your browser made it.';
/** Base64url of exactly `count` bytes. Some browsers add padding. */
const bytes = (count: number) =>
  z.string({ error: badDevice }).check(
    z.regex(/^[\w-]+={0,2}$/, badDevice),
    z.refine((text: string) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === count, badDevice),
  );

const Endpoint = z.string({ error: badDevice }).check(z.minLength(1, badDevice), z.maxLength(1000, badDevice));

/** A browser's push subscription (`PushSubscription.toJSON`). */
const PushDevice = z.object({
  endpoint: Endpoint,
  /** A point on P-256, uncompressed. */
  p256dh: bytes(65),
  auth: bytes(16),
});
export type PushDevice = z.output<typeof PushDevice>;

const Success = z.object({ success: z.boolean() });

/**
 * Sends notifications to this device for 30 days after the session's sign-in, also when the session expires sooner.
 * Ends when the session is signed out or revoked, and at another person's sign-in on the device. Replaces the session's
 * previous device, and takes the device over from another account. 400 `unknown_push_service` for an endpoint of an unknown push service.
 */
export const subscribeDevice = endpoint('PUT', '/api/me/push', 'user', {
  body: PushDevice,
  response: Success,
  errors: [400, 429],
});

/** Stops notifications to this device. */
export const unsubscribeDevice = endpoint('DELETE', '/api/me/push', 'user', {
  response: Success,
  errors: [],
});

/**
 * Replaces a device's endpoint and keys after the push service has changed them. Called by service workers, which have
 * no session: the old endpoint and secret identify the device. 404 for an unknown device.
 */
export const renewDevice = endpoint('POST', '/api/push/renew', 'public', {
  body: z.object({ old: z.pick(PushDevice, { endpoint: true, auth: true }), device: PushDevice }),
  response: Success,
  errors: [400, 404, 429],
});
