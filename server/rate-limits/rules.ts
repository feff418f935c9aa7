/** Pure rules of rate limits. */

export interface RateLimit {
  /** The kind of attempt; the first part of the counter's key. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Returns the starts of the counting window that contains `now` and of the window before it. */
export function windowsAt(now: Date, windowMs: number): { current: Date; previous: Date } {
  const start = Math.floor(now.getTime() / windowMs) * windowMs;
  return { current: new Date(start), previous: new Date(start - windowMs) };
}

export type RateVerdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Checks an attempt that has just been counted in its window. The window before counts in proportion to the part of it
 * that is within the last `windowMs`, so that nobody gets a double allowance at the boundary of two windows.
 */
export function checkRate(
  counted: { current: number; previous: number },
  now: Date,
  { limit, windowMs }: RateLimit,
): RateVerdict {
  const elapsedMs = now.getTime() % windowMs;
  const carried = (ms: number, count: number) => Math.ceil(count * (1 - ms / windowMs));
  if (counted.current + carried(elapsedMs, counted.previous) <= limit) return { allowed: true };
  // The earliest time when one more attempt would pass: in this window if it has room, else in the next.
  const roomHere = limit - counted.current - 1;
  const passesHereMs = counted.previous > 0 && roomHere >= 0 ? windowMs * (1 - roomHere / counted.previous) : windowMs;
  const passesNextMs = windowMs + windowMs * Math.max(0, 1 - (limit - 1) / counted.current);
  const passesMs = passesHereMs < windowMs ? passesHereMs : passesNextMs;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((passesMs - elapsedMs) / 1000)) };
}

/**
 * Returns the key for counting attempts from an IP address. One connection commonly has a whole IPv6 /64 network, so
 * its addresses count as one. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1]) return mapped[1];
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.toLowerCase().replace(/%.*$/, '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const groups = ip.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return `${groups
    .slice(0, 4)
    .map((group: string) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
