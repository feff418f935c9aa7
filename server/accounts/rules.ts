import { type Role, roles } from '../../contract/accounts.ts';

/** The pure rules of accounts. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** This many failed sign-ins lock an account for `lockMs`. */
export const failuresUntilLock = 5;
export const lockMs = 15 * minuteMs;

/** How many sign-ins an account's history holds. */
export const signInHistoryLength = 20;

/** How long a session lasts. */
export function sessionLifetimeMs(rememberMe: boolean): number {
  return rememberMe ? 30 * 24 * hourMs : 24 * hourMs;
}

export interface RateLimit {
  /** The kind of attempt; the first part of the counter's key. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
}

export const signInLimit: RateLimit = { name: 'login', limit: 25, windowMs: 5 * minuteMs };

/** Generous, so that a household or an office behind one IP address never reaches it. */
export const registrationLimit: RateLimit = { name: 'register', limit: 60, windowMs: 5 * minuteMs };

/** Password reset requests per IP address, for any account. */
export const forgotPasswordLimit: RateLimit = { name: 'forgot-password', limit: 20, windowMs: 5 * minuteMs };

/** Reset emails per account, so that others can't flood a mailbox. */
export const resetMailLimits: readonly RateLimit[] = [
  { name: 'reset-mail-minute', limit: 1, windowMs: minuteMs },
  { name: 'reset-mail', limit: 6, windowMs: 30 * minuteMs },
];

/** Verification emails per account, because its owner may type any address. */
export const verificationMailLimit: RateLimit = { name: 'verification-mail', limit: 5, windowMs: 30 * minuteMs };

/** Verification emails per address, for any number of accounts. Counted under the address's hash, without an error. */
export const mailedAddressLimit: RateLimit = { name: 'mailed-address', limit: 6, windowMs: 30 * minuteMs };

/** Emailed tokens tried per IP address. */
export const mailedTokenLimit: RateLimit = { name: 'mailed-token', limit: 30, windowMs: 5 * minuteMs };

/** How long a reset link works. */
export const passwordResetMs = hourMs;

/** The starts of the counting window that contains `now` and of the one before it. */
export function windowsAt(now: Date, windowMs: number): { current: Date; previous: Date } {
  const start = Math.floor(now.getTime() / windowMs) * windowMs;
  return { current: new Date(start), previous: new Date(start - windowMs) };
}

export type RateCheck = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Checks an attempt that was just counted. The previous window counts by the share of it within the last `windowMs`, so
 * there is no double allowance where two windows meet.
 */
export function checkRate(
  counted: { current: number; previous: number },
  now: Date,
  { limit, windowMs }: RateLimit,
): RateCheck {
  const elapsedMs = now.getTime() % windowMs;
  const carried = (ms: number, count: number) => Math.ceil(count * (1 - ms / windowMs));
  if (counted.current + carried(elapsedMs, counted.previous) <= limit) return { allowed: true };
  // The earliest time at which one more attempt passes: in this window while it has room, or in the next.
  const roomHere = limit - counted.current - 1;
  const passesHereMs = counted.previous > 0 && roomHere >= 0 ? windowMs * (1 - roomHere / counted.previous) : windowMs;
  const passesNextMs = windowMs + windowMs * Math.max(0, 1 - (limit - 1) / counted.current);
  const passesMs = passesHereMs < windowMs ? passesHereMs : passesNextMs;
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((passesMs - elapsedMs) / 1000)) };
}

/**
 * The key of an IP address. One connection commonly owns a whole IPv6 /64, so its addresses count as one. An
 * IPv4-mapped IPv6 address counts as the IPv4 address.
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

/** A user agent, shortened so that a long header can't fill the database. */
export function shortUserAgent(userAgent: string | undefined): string {
  return (userAgent ?? '').slice(0, 255);
}

export type RoleChange = 'unchanged' | 'refused' | 'allowed';

/** Whether a role may change. Without an active admin nobody could create one again. */
export function checkRoleChange(
  account: { role: Role; isActive: boolean },
  role: Role,
  hasOtherActiveAdmin: boolean,
): RoleChange {
  if (account.role === role) return 'unchanged';
  return isLastAdmin(account, hasOtherActiveAdmin) ? 'refused' : 'allowed';
}

/** Whether the account is the last active admin. */
export function isLastAdmin(account: { role: Role; isActive: boolean }, hasOtherActiveAdmin: boolean): boolean {
  return account.role === 'admin' && account.isActive && !hasOtherActiveAdmin;
}

export type RoleFilter = { ok: true; role: Role | undefined } | { ok: false };

/** Parses a list's role filter. Nothing, an empty text and `all` mean every role. */
export function readRoleFilter(text: string | undefined): RoleFilter {
  if (text === undefined || text === '' || text === 'all') return { ok: true, role: undefined };
  const role = roles.find((known) => known === text);
  return role ? { ok: true, role } : { ok: false };
}

/** Active and paused subscriptions count as live. A cancelled one only shows its status. */
export function describeSubscription(status: string | undefined): {
  hasSubscription: boolean;
  subscriptionStatus: string;
} {
  return { hasSubscription: status === 'active' || status === 'paused', subscriptionStatus: status ?? 'none' };
}
