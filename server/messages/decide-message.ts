import { isMail, messageLabels } from '../../contract/messages/messages.ts';
import { makeLiveLink } from '../live/make-live-link.ts';
import { writeMail } from '../mail/letter.ts';
import type { Letter } from '../mail/letter-content.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import { whyNotDone } from './kinds/done.ts';
import type { Facts, MailKind, PickupKind, Words } from './kinds/kind.ts';
import { pickupKinds } from './kinds/kinds.ts';
import { mailKinds } from './kinds/mail/mail-kinds.ts';
import { isAboutPickup, isForStaff, type Message, type PickupMessage } from './message.ts';
import { findRecipient, type Recipient } from './messages.store.ts';
import { type Reach, stoppableGroup, whyNotSent } from './preferences/preference-rules.ts';
import { readReach } from './preferences/read-reach.ts';
import { unsubscribeUrlOf } from './preferences/unsubscribe-link.ts';
import { accountDeleted, type Parcel } from './send-by-channel.ts';
import { leavesAt } from './time-rules.ts';

/** The decision on a message. */
export type Verdict =
  | { act: 'send'; parcel: Parcel }
  | { act: 'drop'; reason: string }
  /** The message waits until quiet hours end. */
  | { act: 'hold'; until: Date }
  /** The account never existed: somebody typed an address without an account. */
  | { act: 'forget' };

/** Decides from the present state whether a message is sent, and writes it. */
export async function decideMessage(services: Services, message: Message): Promise<Verdict> {
  if (isAboutPickup(message)) return await decideAboutPickup(services, pickupKinds[message.kind], message);
  const { kind } = message;
  return isMail(kind) ? await decideMail(services, mailKinds[kind], message) : await decideNotice(services, message);
}

/** Returns the recipient of a message, or the verdict when the account is gone. */
async function readRecipient({ db }: Services, { recipientId }: Message): Promise<Recipient | Verdict> {
  const recipient = await findRecipient(db, recipientId);
  if (!recipient) return { act: 'forget' };
  return recipient.deletedAt ? { act: 'drop', reason: accountDeleted } : recipient;
}

async function decideMail(services: Services, mailKind: MailKind, message: Message): Promise<Verdict> {
  if (mailKind.subject === 'waiting-list') {
    return packMail(services, message, mailKind, await mailKind.write(services, message));
  }
  const recipient = await readRecipient(services, message);
  if ('act' in recipient) return recipient;
  const words = await mailKind.write(services, message, recipient);
  const addressed = { to: recipient.email, greeting: greetingOf(recipient), ...words };
  return packMail(services, message, mailKind, addressed);
}

function packMail(
  { settings }: Services,
  { id }: Message,
  { hasNewLink, isTriedAnyway }: MailKind,
  letter: Letter | { whyUntrue: string },
): Verdict {
  if ('whyUntrue' in letter) return { act: 'drop', reason: letter.whyUntrue };
  const mail = { ...writeMail(settings, letter), ...(!hasNewLink && { id }) };
  return { act: 'send', parcel: { channel: 'email', mail, isTriedAnyway: isTriedAnyway === true } };
}

/** Doesn't read the recipient, because adding the notice to the bell does. */
async function decideNotice({ db }: Services, { subjectId, details }: Message): Promise<Verdict> {
  const { completedAt, title, message, type, actionUrl } = details;
  const reason = completedAt ? whyNotDone(await getPickup(db, subjectId), completedAt) : null;
  if (reason !== null) return { act: 'drop', reason };
  const notice = { title: title ?? '', message: message ?? '', type: type ?? '', actionUrl: actionUrl ?? null };
  return { act: 'send', parcel: { channel: 'bell', notice } };
}

async function decideAboutPickup(
  services: Services,
  { whyUntrue, isHeldAtNight, liveLinkBy, words }: PickupKind,
  message: PickupMessage,
): Promise<Verdict> {
  const { db, settings, clock } = services;
  const recipient = await readRecipient(services, message);
  if ('act' in recipient) return recipient;
  const { channel, recipientId, subjectId } = message;
  const reach = (await readReach(services, db, [recipientId])).get(recipientId);
  if (!reach) return { act: 'drop', reason: accountDeleted };
  const now = clock();
  const pickup = await getPickup(db, subjectId);
  const facts = { message, pickup, settings, now, liveUrl: null };
  const reason = whyUntrue(facts) ?? whyNoDispatcher(message, recipient) ?? whyNotSent(message, channel, reach);
  if (reason !== null) return { act: 'drop', reason };
  const until = leavesAt(channel, { isHeldAtNight }, now);
  if (until > now) return { act: 'hold', until };
  const liveUrl = liveLinkBy?.includes(channel) ? await makeLiveLink(services, pickup) : null;
  return { act: 'send', parcel: await pack(services, facts, words({ ...facts, liveUrl }), { recipient, reach }) };
}

function whyNoDispatcher({ kind }: Message, { role, isActive }: Recipient): string | null {
  return isForStaff(kind) && (role !== 'admin' || !isActive) ? 'the recipient is no longer a dispatcher' : null;
}

/** Formats a message for its channel. */
async function pack(
  services: Services,
  { message, settings }: Facts,
  { short, ...letter }: Words,
  { recipient, reach }: { recipient: Recipient; reach: Reach },
): Promise<Parcel> {
  const { kind, channel, recipientId, subjectId } = message;
  if (channel === 'push') {
    // A newer notification of a kind replaces the older one about the same pickup.
    const tag = `${kind} ${subjectId}`;
    const url = letter.button?.url.slice(settings.appUrl.length) ?? '/';
    const ttlSeconds = pickupKinds[kind].urgentForSeconds;
    const urgent = ttlSeconds === undefined ? {} : ({ ttlSeconds, urgency: 'high' } as const);
    return { channel, words: { title: messageLabels[kind], body: short, url, tag, ...urgent } };
  }
  if (channel === 'sms') {
    const link = letter.button ? ` ${letter.button.url}` : '';
    return { channel, to: reach.textNumber ?? '', body: `${settings.brandName}: ${short}${link} Reply STOP to stop.` };
  }
  const group = stoppableGroup(message);
  const unsubscribeUrl = group && (await unsubscribeUrlOf(services, { group, userId: recipientId }));
  const greeting = greetingOf(recipient);
  const addressed = { ...letter, to: recipient.email, greeting, ...(unsubscribeUrl && { unsubscribeUrl }) };
  return { channel, mail: { ...writeMail(settings, addressed), id: message.id }, isTriedAnyway: false };
}

/**
 * Greets by first name only at a confirmed address. A first name is free text and could carry a message to a stranger;
 * a username can't.
 */
function greetingOf({ emailVerified, firstName, username }: Recipient): string {
  return `Hi ${(emailVerified && firstName) || username},`;
}
