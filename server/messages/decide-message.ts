import { messageLabels } from '../../contract/messages/messages.ts';
import { makeLiveLink } from '../live/make-live-link.ts';
import { writeMail } from '../mail/letter.ts';
import { getReceipt } from '../payments/billing/get-receipt.ts';
import { receiptMail } from '../payments/billing/receipt-mail.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import type { Facts, Words } from './kinds/kind.ts';
import { pickupKinds } from './kinds/kinds.ts';
import { isAboutPickup, isForStaff, type Message } from './message.ts';
import { type Reach, stoppableGroup, whyNotSent } from './preferences/preference-rules.ts';
import { readReach } from './preferences/read-reach.ts';
import { unsubscribeUrlOf } from './preferences/unsubscribe-link.ts';
import type { Parcel } from './send-by-channel.ts';
import { findRecipient, type Recipient } from './store.ts';
import { leavesAt } from './time-rules.ts';

/** What to do with a message now. */
export type Verdict =
  | { act: 'send'; parcel: Parcel }
  | { act: 'drop'; reason: string }
  /** It waits for the end of quiet hours. */
  | { act: 'hold'; until: Date };

/** Decides from the present whether a message is sent, and writes it. */
export async function decideMessage(services: Services, message: Message): Promise<Verdict> {
  const { db, settings, clock } = services;
  const { kind, channel, recipientId, subjectId } = message;
  const recipient = await findRecipient(db, recipientId);
  const reach = (await readReach(services, db, [recipientId])).get(recipientId);
  if (!recipient || !reach) return { act: 'drop', reason: 'the account was deleted' };
  if (!isAboutPickup(kind)) {
    const mail = receiptMail(settings, await getReceipt(services, recipientId, subjectId));
    return { act: 'send', parcel: { channel: 'email', mail } };
  }
  const now = clock();
  const pickup = await getPickup(db, subjectId);
  const facts = { message, pickup, settings, now, liveUrl: null };
  const { whyUntrue, isHeldAtNight, hasLiveLink, words } = pickupKinds[kind];
  const reason = whyUntrue(facts) ?? whyNoDispatcher(message, recipient) ?? whyNotSent(message, channel, reach);
  if (reason !== null) return { act: 'drop', reason };
  const until = leavesAt(channel, { isHeldAtNight }, now);
  if (until > now) return { act: 'hold', until };
  const liveUrl = hasLiveLink ? await makeLiveLink(services, pickup) : null;
  return { act: 'send', parcel: await pack(services, facts, words({ ...facts, liveUrl }), { recipient, reach }) };
}

function whyNoDispatcher({ kind }: Message, { role, isActive }: Recipient): string | null {
  return isForStaff(kind) && (role !== 'admin' || !isActive) ? 'the recipient is no longer a dispatcher' : null;
}

/** Writes a message in the form of its channel. */
async function pack(
  services: Services,
  { message, settings }: Facts,
  { short, ...letter }: Words,
  { recipient, reach }: { recipient: Recipient; reach: Reach },
): Promise<Parcel> {
  const { kind, channel, recipientId, subjectId } = message;
  if (channel === 'push') {
    // One about the same pickup replaces an older one of its kind.
    const tag = `${kind} ${subjectId}`;
    const url = letter.button?.url.slice(settings.appUrl.length) ?? '/';
    const ttlSeconds = isAboutPickup(kind) ? pickupKinds[kind].urgentForSeconds : undefined;
    const urgent = ttlSeconds === undefined ? {} : ({ ttlSeconds, urgency: 'high' } as const);
    return { channel, words: { title: messageLabels[kind], body: short, url, tag, ...urgent } };
  }
  if (channel === 'sms') {
    const link = letter.button ? ` ${letter.button.url}` : '';
    return { channel, to: reach.textNumber ?? '', body: `${settings.brandName}: ${short}${link} Reply STOP to stop.` };
  }
  const group = stoppableGroup(message);
  const unsubscribeUrl = group && (await unsubscribeUrlOf(services, { group, userId: recipientId }));
  const greeting = `Hi ${greetedAs(recipient)},`;
  const addressed = { ...letter, to: recipient.email, greeting, ...(unsubscribeUrl && { unsubscribeUrl }) };
  return { channel, mail: writeMail(settings, addressed) };
}

/** A first name is free text: an address that nobody has confirmed gets the username, which can hold no message. */
function greetedAs({ emailVerified, firstName, username }: Recipient): string {
  return (emailVerified && firstName) || username;
}
