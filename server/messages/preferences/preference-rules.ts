import { type Channel, isMail, type MessageKind } from '../../../contract/messages/messages.ts';
import {
  type GroupPreference,
  groupOfKind,
  groupsOfRole,
  isOnAtFirst,
  type PreferenceGroup,
} from '../../../contract/messages/preferences.ts';
import { normalizePhone } from '../../../contract/values/phone.ts';

/** Pure rules for which messages reach a person by which channel. */

/** A person's choice for a group and a channel. */
export interface Choice {
  readonly group: string;
  readonly channel: Channel;
  readonly isOn: boolean;
}

/** A person's choices, and the ways to reach the person. */
export interface Reach {
  readonly choices: readonly Choice[];
  /** True if a device of the person gets notifications. */
  readonly hasDevice: boolean;
  /** The number (E.164) that the person agreed to get texts at; null if none, or if the business sends no texts. */
  readonly textNumber: string | null;
}

/** The facts about a message that the rules need. `refund` is set if the message names the recipient's refund. */
export interface MessageFacts {
  readonly kind: Exclude<MessageKind, 'notice'>;
  readonly details: { readonly refund?: string | null };
}

/** Returns why a message isn't sent by a channel, for staff; null when it is. */
export function whyNotSent({ kind, details }: MessageFacts, channel: Channel, reach: Reach): string | null {
  if (isMail(kind)) return channel === 'email' ? null : 'it is only emailed';
  const group = groupOfKind[kind];
  if (!isOn(reach.choices, group, channel) && !(channel === 'email' && tellsOfMoney(details))) {
    return `the ${groupsOfRole.admin.includes(group) ? 'dispatcher' : 'customer'} switched it off`;
  }
  if (channel === 'push' && !reach.hasDevice) return 'no device gets notifications';
  if (channel === 'sms' && reach.textNumber === null) return 'no phone number gets texts';
  return null;
}

/** Returns the group whose emails the recipient may stop; null when this email can't be stopped. */
export function stoppableGroup({ kind, details }: MessageFacts): PreferenceGroup | null {
  return isMail(kind) || tellsOfMoney(details) ? null : groupOfKind[kind];
}

/** Returns true if a message names a refund. Its email is sent whatever its recipient has chosen. */
function tellsOfMoney({ refund }: MessageFacts['details']): boolean {
  return typeof refund === 'string';
}

export function isOn(choices: readonly Choice[], group: PreferenceGroup, channel: Channel): boolean {
  const chosen = choices.find((choice) => choice.group === group && choice.channel === channel);
  return chosen?.isOn ?? isOnAtFirst(group, channel);
}

/** Returns the groups as their owner sees them. Texts are off while none could be sent. */
export function presentGroups(groups: readonly PreferenceGroup[], reach: Reach): GroupPreference[] {
  return groups.map((group) => ({
    group,
    email: isOn(reach.choices, group, 'email'),
    push: isOn(reach.choices, group, 'push'),
    sms: reach.textNumber !== null && isOn(reach.choices, group, 'sms'),
  }));
}

/** Converts a US phone number to E.164: "(215) 555-0142" → "+12155550142". Returns null for anything else. */
export function textNumberOf(phone: string | null): string | null {
  const usual = phone === null ? null : normalizePhone(phone);
  return usual === null ? null : `+1${usual.replace(/\D/g, '')}`;
}
