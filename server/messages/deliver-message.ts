import { setTimeout as sleep } from 'node:timers/promises';
import { inTransaction } from '../database/transaction.ts';
import type { Mail } from '../external/mail/mail.ts';
import { makeLiveLink } from '../live/make-live-link.ts';
import { writeMail } from '../mail/letter.ts';
import { getReceipt } from '../payments/billing/get-receipt.ts';
import { receiptMail } from '../payments/billing/receipt-mail.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import type { Services } from '../services.ts';
import { pickupKinds } from './kinds/kinds.ts';
import { isAboutPickup, type Message, type MessageKey } from './message.ts';
import { countMessage } from './metrics.ts';
import {
  claimMessage,
  endClaim,
  findMessageId,
  findRecipient,
  isUnsettled,
  type Recipient,
  setFailed,
} from './store.ts';
import { afterQuietHours } from './time-rules.ts';

/** Longer than the mailer takes for a message. A worker that died in the middle loses its claim after this time. */
const claimSeconds = 60;

/** `settled`: it was sent, dropped or given up before. `claimed`: another worker has it, or died with it. */
export type Outcome = 'sent' | 'dropped' | 'held' | 'settled' | 'claimed';

/** What to do with a message now. */
type Verdict =
  | { act: 'send'; mail: Mail }
  | { act: 'drop'; reason: string }
  /** It waits for the end of quiet hours. */
  | { act: 'hold'; until: Date };

/**
 * Sends a message by email, unless it isn't true any more. One worker at a time has it. When the process dies between sending and
 * recording, it is sent again with the same Message-ID, so that mail programs can tell. Throws when it could not be sent: the job is
 * tried again.
 */
export async function deliverMessage(services: Services, id: string): Promise<Outcome> {
  const { db, clock, jobs } = services;
  const message = await claimMessage(db, id, claimSeconds);
  if (!message) {
    if (!(await isUnsettled(db, id))) return 'settled';
    // Not an error: it must not use up the tries that the mail server is given.
    await jobs.enqueue(db, 'send-message', { messageId: id }, { afterSeconds: claimSeconds });
    return 'claimed';
  }
  try {
    const verdict = await decide(services, message);
    if (verdict.act === 'hold') return await hold(services, id, verdict.until);
    if (verdict.act === 'drop') {
      await endClaim(db, id, { droppedAt: clock(), dropReason: verdict.reason });
      countMessage(message.kind, 'dropped');
      return 'dropped';
    }
    await services.mail.send({ ...verdict.mail, id });
  } catch (error) {
    countMessage(message.kind, 'failed');
    await endClaim(db, id, { failure: String(error) });
    throw error;
  }
  await endClaim(db, id, { sentAt: clock() });
  countMessage(message.kind, 'sent');
  return 'sent';
}

async function decide(services: Services, message: Message): Promise<Verdict> {
  const { db, settings, clock } = services;
  const { kind, recipientId, subjectId } = message;
  const recipient = await findRecipient(db, recipientId);
  if (!recipient || recipient.deletedAt !== null) return { act: 'drop', reason: 'the account was deleted' };
  if (!isAboutPickup(kind)) {
    return { act: 'send', mail: receiptMail(settings, await getReceipt(services, recipientId, subjectId)) };
  }
  const now = clock();
  const pickup = await getPickup(db, subjectId);
  const facts = { message, pickup, settings, now, liveUrl: null };
  const { whyUntrue, isHeldAtNight, hasLiveLink, words } = pickupKinds[kind];
  const reason = whyUntrue(facts);
  if (reason !== null) return { act: 'drop', reason };
  const until = isHeldAtNight ? afterQuietHours(now) : now;
  if (until > now) return { act: 'hold', until };
  const liveUrl = hasLiveLink ? await makeLiveLink(services, pickup) : null;
  const { short: _, ...letter } = words({ ...facts, liveUrl });
  const greeting = `Hi ${greetedAs(recipient)},`;
  return { act: 'send', mail: writeMail(settings, { ...letter, to: recipient.email, greeting }) };
}

/** A first name is free text: an address that nobody has confirmed gets the username, which can hold no message. */
function greetedAs({ emailVerified, firstName, username }: Recipient): string {
  return (emailVerified && firstName) || username;
}

async function hold({ db, clock, jobs }: Services, id: string, until: Date): Promise<Outcome> {
  const afterSeconds = Math.ceil((until.getTime() - clock().getTime()) / 1000);
  await inTransaction(db, async (trx) => {
    await endClaim(trx, id, { dueAt: until });
    await jobs.enqueue(trx, 'send-message', { messageId: id }, { afterSeconds });
  });
  return 'held';
}

/** How long a request waits for the mail server. */
const requestWaitMs = 8_000;

/**
 * Sends a message that the caller has just committed, without waiting for its job. Returns whether the mail server took it within 8 s;
 * if it didn't, the job goes on.
 */
export async function sendMessageNow(services: Services, key: MessageKey, waitMs = requestWaitMs): Promise<boolean> {
  const sending = async () => {
    const id = await findMessageId(services.db, key);
    return id !== undefined && (await deliverMessage(services, id)) === 'sent';
  };
  const settled = sending().catch((error: unknown) => {
    services.log.warn({ err: error, kind: key.kind, subjectId: key.subjectId }, 'could not send a message immediately');
    return false;
  });
  return await Promise.race([settled, sleep(waitMs, false, { ref: false })]);
}

/** Records that every attempt has failed. */
export async function giveUpMessage({ db, clock, log }: Services, messageId: string): Promise<void> {
  const failed = await setFailed(db, messageId, clock());
  if (!failed) return;
  countMessage(failed.kind, 'given-up');
  log.error({ messageId, kind: failed.kind }, 'a message could not be sent');
}
