import { type Role, roles } from '../../contract/accounts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** This many failed sign-ins lock an account for `lockMs`. */
export const failuresUntilLock = 5;
export const lockMs = 15 * minuteMs;

/** An account remembers at most this many devices. */
export const devicesPerAccount = 20;
/** A device is forgotten this long after its last sign-in. */
export const deviceMemoryMs = 400 * 24 * hourMs;

/** The number of sign-ins in an account's history. */
export const signInHistoryLength = 20;

export function sessionLifetimeMs(rememberMe: boolean): number {
  return rememberMe ? 30 * 24 * hourMs : 24 * hourMs;
}

/** A device gets notifications for this long after its last sign-in, also when that sign-in's session ends sooner. */
export const pushLifetimeMs = 30 * 24 * hourMs;

/** A session's last use is recorded at most once in this time, so that not every request costs a write. */
const useGapMs = 5 * minuteMs;

/** The facts that decide whether a session may be used. */
export interface SessionFacts {
  role: Role;
  expire: Date;
  lastUsedAt: Date;
}

/** Returns whether a session has expired, or is staff's and was idle for `staffIdleHours` (null for no limit). */
export function hasEnded(session: SessionFacts, now: Date, staffIdleHours: number | null): boolean {
  if (session.expire <= now) return true;
  if (session.role === 'customer' || staffIdleHours === null) return false;
  return now.getTime() - session.lastUsedAt.getTime() >= staffIdleHours * hourMs;
}

/** Returns whether a session's last use should be recorded again. */
export function isUseStale(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= useGapMs;
}

/** Failed sign-ins under one name that the trail records. More lines would add nothing. */
export const recordedFailures: RateLimit = { name: 'recorded-failure', limit: 20, windowMs: hourMs };

/** Sign-ins, and checks of a signed-in user's password or code, per IP address. */
export const signInLimit: RateLimit = { name: 'login', limit: 25, windowMs: 5 * minuteMs };

/** Registrations per IP address. Generous, so that a household or an office behind one address never reaches it. */
export const registrationLimit: RateLimit = { name: 'register', limit: 60, windowMs: 5 * minuteMs };

/** Checks of a new password per IP address, before its form is sent. A form asks at each longer pause in typing. */
export const passwordCheckLimit: RateLimit = { name: 'password-check', limit: 120, windowMs: 5 * minuteMs };

/** Changes of phone and address per account. Each change may ask a geocoder and notify people. */
export const contactLimit: RateLimit = { name: 'contact', limit: 30, windowMs: hourMs };

/** Password reset requests per IP address, for any account. */
export const forgotPasswordLimit: RateLimit = { name: 'forgot-password', limit: 20, windowMs: 5 * minuteMs };

/** Reset emails per account, so that others can't flood a mailbox. */
export const resetMailLimits: readonly RateLimit[] = [
  { name: 'reset-mail-minute', limit: 1, windowMs: minuteMs },
  { name: 'reset-mail', limit: 6, windowMs: 30 * minuteMs },
];

/** Verification emails per account, because its owner may enter any address. */
export const verificationMailLimit: RateLimit = { name: 'verification-mail', limit: 5, windowMs: 30 * minuteMs };

/** Verification emails per address, for any number of accounts. Counted under a hash of the address. */
export const mailedAddressLimit: RateLimit = { name: 'mailed-address', limit: 6, windowMs: 30 * minuteMs };

/** Emailed tokens tried per IP address. */
export const mailedTokenLimit: RateLimit = { name: 'mailed-token', limit: 30, windowMs: 5 * minuteMs };

/** A reset link works for this long. */
export const passwordResetMs = hourMs;

/** The link that sets the first password of a customer whom an admin has added works for this long. */
export const welcomeLinkMs = 7 * 24 * hourMs;

/** Returns a username for a customer whom an admin adds: "dana-walker", or "dana-walker-4821" with a suffix. */
export function usernameFor(firstName: string, lastName: string, suffix: string): string {
  const plain = `${firstName} ${lastName}`
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9 -]/g, '')
    .trim()
    .replace(/[ -]+/g, '-')
    .toLowerCase();
  const base = plain.length < 3 || plain.includes('admin') ? 'customer' : plain.slice(0, 22);
  return suffix === '' ? base : `${base}-${suffix}`;
}

/** The old address can undo a change of the email for this long. */
export const emailUndoMs = 7 * 24 * hourMs;

/** Returns a user agent, shortened so that a long header can't fill the database. */
export function shortUserAgent(userAgent: string | undefined): string {
  return (userAgent ?? '').slice(0, 255);
}

export type RoleChange = 'unchanged' | 'refused' | 'allowed';

/** Returns whether a role may change. Without an active admin, nobody could create one again. */
export function checkRoleChange(
  account: { role: Role; isActive: boolean },
  role: Role,
  hasOtherActiveAdmin: boolean,
): RoleChange {
  if (account.role === role) return 'unchanged';
  return isLastAdmin(account, hasOtherActiveAdmin) ? 'refused' : 'allowed';
}

/** Returns whether the account is the last active admin. */
export function isLastAdmin(account: { role: Role; isActive: boolean }, hasOtherActiveAdmin: boolean): boolean {
  return account.role === 'admin' && account.isActive && !hasOtherActiveAdmin;
}

export type RoleFilter = { ok: true; role: Role | undefined } | { ok: false };

/** Parses a list's role filter. Undefined, an empty text and `all` mean every role. */
export function readRoleFilter(text: string | undefined): RoleFilter {
  if (text === undefined || text === '' || text === 'all') return { ok: true, role: undefined };
  const role = roles.find((known) => known === text);
  return role ? { ok: true, role } : { ok: false };
}

/** Describes a subscription. Active and paused ones count as live; a cancelled one only shows its status. */
export function describeSubscription(status: string | undefined) {
  return { hasSubscription: status === 'active' || status === 'paused', subscriptionStatus: status ?? 'none' };
}
