import * as z from 'zod/mini';
import type { Role } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { type Channel, channels, type PickupMessageKind } from './messages.ts';

/** Which messages a person gets, and how. */

/** The groups of message kinds that people switch on and off together. */
export const preferenceGroups = ['reminders', 'changes', 'outcomes', 'problems', 'same-day'] as const;
export type PreferenceGroup = (typeof preferenceGroups)[number];

/** The group of each kind that can be switched off. */
export const groupOfKind: Readonly<Record<PickupMessageKind, PreferenceGroup>> = {
  reminder: 'reminders',
  next: 'reminders',
  changed: 'changes',
  cancelled: 'changes',
  done: 'outcomes',
  'not-done': 'outcomes',
  'new-problem': 'problems',
  'same-day-request': 'same-day',
};

/** The groups that each role can switch. Drivers have none. */
export const groupsOfRole: Readonly<Record<Role, readonly PreferenceGroup[]>> = {
  customer: ['reminders', 'changes', 'outcomes'],
  driver: [],
  admin: ['problems', 'same-day'],
};

/** Returns true if a group is on for a channel by default. Texts are off until the person switches them on. */
export function isOnAtFirst(group: PreferenceGroup, channel: Channel): boolean {
  const isForStaff = groupsOfRole.admin.includes(group);
  return channel === 'push' || (channel === 'email' && !isForStaff);
}

export const GroupPreference = z.object({
  group: z.enum(preferenceGroups),
  email: z.boolean(),
  push: z.boolean(),
  sms: z.boolean(),
});
export type GroupPreference = z.output<typeof GroupPreference>;

export const MessagePreferences = z.object({
  /** The groups of the person's role, in their order. */
  groups: z.array(GroupPreference),
  /** Whether a device of the person gets notifications. */
  hasDevice: z.boolean(),
  /**
   * - `off`: the business sends no texts.
   * - `no-phone`: the account has no US phone number.
   * - `stopped`: the person has replied STOP.
   * - `unreachable`: the number can't receive texts.
   *
   * `stopped` and `unreachable` end when the person switches texts on again.
   */
  texts: z.enum(['off', 'no-phone', 'stopped', 'unreachable', 'ready']),
  /** The number that texts go to. */
  phone: z.nullable(z.string()),
});
export type MessagePreferences = z.output<typeof MessagePreferences>;

export const getMessagePreferences = endpoint('GET', '/api/me/message-preferences', 'user', {
  response: MessagePreferences,
  errors: [],
});

/**
 * Switches a group on or off for one channel. A repeated call changes nothing. Switching texts on is the person's
 * consent to texts to the account's phone number. 409 `not_yours` for a group of another role, 409 `no_texts` when no
 * text could be sent.
 */
export const changeMessagePreference = endpoint('PATCH', '/api/me/message-preferences', 'user', {
  body: z.object({
    group: z.enum(preferenceGroups, { error: 'Please choose what to change' }),
    channel: z.enum(channels, { error: 'Please choose email, push or sms' }),
    isOn: z.boolean({ error: 'Please choose on or off' }),
  }),
  response: MessagePreferences,
  errors: [400, 409, 429],
});

export const invalidUnsubscribeLink = "This link doesn't work. It may be incomplete.";
const Token = z
  .string({ error: invalidUnsubscribeLink })
  .check(z.minLength(1, invalidUnsubscribeLink), z.maxLength(200, invalidUnsubscribeLink));

/** The emails that an unsubscribe link covers, and whether they are sent. */
export const EmailChoice = z.object({ group: z.enum(preferenceGroups), isOn: z.boolean() });
export type EmailChoice = z.output<typeof EmailChoice>;

/** Returns which emails an unsubscribe link stops. Changes nothing, because mail scanners open links. */
export const getUnsubscribe = endpoint('POST', '/api/unsubscribe/read', 'public', {
  body: z.object({ token: Token }),
  response: EmailChoice,
  errors: [400],
});

/** Stops or resumes the emails of an unsubscribe link. */
export const changeUnsubscribe = endpoint('POST', '/api/unsubscribe', 'public', {
  body: z.object({ token: Token, isOn: z.boolean({ error: 'Please choose on or off' }) }),
  response: EmailChoice,
  errors: [400],
});
