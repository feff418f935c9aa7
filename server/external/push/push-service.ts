/** A browser that receives push messages: where to send them, and the keys that encrypt them for it (base64url). */
export interface PushDevice {
  /** The push service's URL for this browser. Secret, because anyone with it and the keys can send to the browser. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  /** At most 3,993 bytes: one encrypted record of RFC 8291. */
  readonly payload: string;
  /** How long the push service stores the message for a device that is off. */
  readonly ttlSeconds: number;
  /** `high` wakes a sleeping phone. */
  readonly urgency: 'normal' | 'high';
  /** Replaces an undelivered message of the same topic. At most 32 characters of base64url. */
  readonly topic: string;
}

/**
 * The push service's response to a message:
 * - `gone`: the device no longer exists there.
 * - `refused`: the same message would be refused again.
 * - `busy`: a later attempt may succeed.
 *
 * `detail` is for the log. It names the service only by its host.
 */
export interface PushResult {
  readonly outcome: 'accepted' | 'gone' | 'refused' | 'busy';
  readonly detail: string;
}

/** The push services of the browsers (RFC 8030). */
export interface PushService {
  /** The public key (VAPID) that browsers subscribe with, base64url. */
  readonly publicKey: string;
  /** Returns true if the device's push service is one that we send to and its key can encrypt. */
  takes(device: PushDevice): boolean;
  /** Sends one message. Never rejects. */
  send(device: PushDevice, push: Push): Promise<PushResult>;
}
