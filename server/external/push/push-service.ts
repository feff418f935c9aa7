/** A browser that takes push messages: where to send them, and the keys that encrypt them for it (base64url). */
export interface PushDevice {
  /** The push service's URL for this browser. Whoever has it and the keys can send to it, so it is treated as a secret. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface Push {
  /** At most 3,993 bytes: one encrypted record of RFC 8291. */
  readonly payload: string;
  /** How long the push service stores it for a device that is off. */
  readonly ttlSeconds: number;
  /** `high` wakes a sleeping phone. */
  readonly urgency: 'normal' | 'high';
  /** An undelivered message of the same topic is replaced. At most 32 characters of base64url. */
  readonly topic: string;
}

/**
 * How the push service responded to a message:
 * - `gone`: the device no longer exists there.
 * - `refused`: the same message would be refused again.
 * - `busy`: it may be taken later.
 *
 * `detail` is for the log and names the service's host only.
 */
export interface PushResult {
  readonly outcome: 'accepted' | 'gone' | 'refused' | 'busy';
  readonly detail: string;
}

/** The push services of the browsers (RFC 8030). */
export interface PushService {
  /** The key that browsers subscribe with (VAPID), base64url. */
  readonly publicKey: string;
  /** Whether the device is at a push service that we send to, and its keys can encrypt. */
  takes(device: PushDevice): boolean;
  /** Never throws. */
  send(device: PushDevice, push: Push): Promise<PushResult>;
}
