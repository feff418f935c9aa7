import { type Role, roles } from '../../contract/accounts.ts';
import type { RateLimit } from '../rate-limits/rules.ts';

/** Decisions about accounts: facts and the time come in, a judgement comes out. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** This many failed sign-ins lock an account, for this long. */
export const failuresUntilLock = 5;
export const lockMs = 15 * minuteMs;

/** How many sign-ins an account remembers. */
export const keptSignIns = 20;

export function sessionLifetimeMs(rememberMe: boolean): number {
  return rememberMe ? 30 * 24 * hourMs : 24 * hourMs;
}

export const signInLimit: RateLimit = { name: 'login', limit: 25, windowMs: 5 * minuteMs };

/** Generous: a household or an office behind one address never meets it. */
export const registrationLimit: RateLimit = { name: 'register', limit: 60, windowMs: 5 * minuteMs };

/** How often one address may ask for new passwords, whosever they are. */
export const forgotPasswordLimit: RateLimit = { name: 'forgot-password', limit: 20, windowMs: 5 * minuteMs };

/** How often one account is sent such a mail: nobody's mailbox is to be filled by somebody else's asking. */
export const resetMailLimits: readonly RateLimit[] = [
  { name: 'reset-mail-minute', limit: 1, windowMs: minuteMs },
  { name: 'reset-mail', limit: 6, windowMs: 30 * minuteMs },
];

/** How often one account may have its address verified by mail; the address is whatever its owner types. */
export const verificationMailLimit: RateLimit = { name: 'verification-mail', limit: 5, windowMs: 30 * minuteMs };

/** However many accounts name it, an address is not mailed more often than this; counted under its hash, silently. */
export const mailedAddressLimit: RateLimit = { name: 'mailed-address', limit: 6, windowMs: 30 * minuteMs };

/** How often one address may present the tokens of our mails. */
export const mailedTokenLimit: RateLimit = { name: 'mailed-token', limit: 30, windowMs: 5 * minuteMs };

/** How long a link for a new password works. */
export const passwordResetMs = hourMs;

/** A session's or sign-in's user agent, cut to a length that a header cannot abuse. */
export function shortUserAgent(userAgent: string | undefined): string {
  return (userAgent ?? '').slice(0, 255);
}

export type RoleChange = 'unchanged' | 'refused' | 'allowed';

/** Whether somebody's role may change: without an active admin nobody could ever make one again. */
export function checkRoleChange(
  account: { role: Role; isActive: boolean },
  role: Role,
  hasOtherActiveAdmin: boolean,
): RoleChange {
  if (account.role === role) return 'unchanged';
  return isLastAdmin(account, hasOtherActiveAdmin) ? 'refused' : 'allowed';
}

/** Whether the account is the one admin left who can sign in. */
export function isLastAdmin(account: { role: Role; isActive: boolean }, hasOtherActiveAdmin: boolean): boolean {
  return account.role === 'admin' && account.isActive && !hasOtherActiveAdmin;
}

export type RoleFilter = { ok: true; role: Role | undefined } | { ok: false };

/** Reads the role filter of a list: nothing, an empty text and `all` mean everybody. */
export function readRoleFilter(text: string | undefined): RoleFilter {
  if (text === undefined || text === '' || text === 'all') return { ok: true, role: undefined };
  const role = roles.find((known) => known === text);
  return role ? { ok: true, role } : { ok: false };
}

/** A live subscription is one that runs or rests; a cancelled one still has its status shown. */
export function describeSubscription(status: string | undefined): {
  hasSubscription: boolean;
  subscriptionStatus: string;
} {
  return { hasSubscription: status === 'active' || status === 'paused', subscriptionStatus: status ?? 'none' };
}
