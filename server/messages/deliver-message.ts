import { setTimeout as sleep } from 'node:timers/promises';
import { isMail } from '../../contract/messages/messages.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { decideMessage } from './decide-message.ts';
import { mailKinds } from './kinds/mail/mail-kinds.ts';
import type { Message, MessageKey } from './message.ts';
import {
  claimMessage,
  deleteMessage,
  endClaim,
  findEmailId,
  findUnsent,
  setFailed,
  undeliverable,
} from './messages.store.ts';
import { countMessage } from './metrics.ts';
import { type Handed, sendByChannel } from './send-by-channel.ts';
import { sendJobOf } from './send-job.ts';

/** Longer than any channel takes for a message. A worker that dies loses its claim after this time. */
const claimSeconds = 60;

/** `ended`: the message was sent, dropped or given up before. `claimed`: another worker has it, or died with it. */
export type Outcome = 'sent' | 'dropped' | 'held' | 'ended' | 'claimed';

/**
 * Sends a message by its channel, unless it is no longer true or wanted. Only one worker at a time handles it. If the
 * process dies between sending and recording, the message is sent again: an email with the same Message-ID, or a
 * notification that replaces the first. Throws when sending failed, so that the job is tried again.
 */
export async function deliverMessage(services: Services, id: string): Promise<Outcome> {
  const { db, jobs } = services;
  const message = await claimMessage(db, id, claimSeconds);
  if (!message) {
    const unsent = await findUnsent(db, id);
    if (!unsent) return 'ended';
    // Doesn't throw, because that would use up the attempts meant for the mail server.
    await jobs.enqueue(db, sendJobOf(unsent), { messageId: id }, { afterSeconds: claimSeconds });
    return 'claimed';
  }
  try {
    const verdict = await decideMessage(services, message);
    if (verdict.act === 'hold') return await hold(services, message, verdict.until);
    if (verdict.act === 'forget') return await forget(services, message);
    const outcome =
      verdict.act === 'drop'
        ? await drop(services, message, verdict.reason)
        : await recordSending(services, message, await sendByChannel(services, message, verdict.parcel));
    countMessage(message, outcome);
    return outcome;
  } catch (error) {
    countMessage(message, 'failed');
    await endClaim(db, id, { failure: String(error) });
    throw error;
  }
}

async function drop({ db, clock }: Services, { id }: Message, dropReason: string): Promise<'dropped'> {
  await endClaim(db, id, { droppedAt: clock(), dropReason });
  return 'dropped';
}

/** Records that a message was sent or that its channel refused it, and runs the kind's `afterSending`. */
async function recordSending(services: Services, message: Message, handed: Handed): Promise<'sent' | 'dropped'> {
  const { db, clock } = services;
  const { id, kind } = message;
  const now = clock();
  const isSent = !('dropReason' in handed);
  const outcome = isSent ? { sentAt: now, ...handed } : { droppedAt: now, ...handed, details: undeliverable };
  const afterSending = isMail(kind) ? mailKinds[kind].afterSending : undefined;
  if (afterSending) {
    await inTransaction(db, async (trx) => {
      await endClaim(trx, id, outcome);
      await afterSending(services, trx, message, isSent ? 'sent' : 'refused');
    });
  } else await endClaim(db, id, outcome);
  return isSent ? 'sent' : 'dropped';
}

/** Deletes the row of a message to an address without an account. Otherwise strangers could fill the table. */
async function forget({ db }: Services, message: Message): Promise<Outcome> {
  await deleteMessage(db, message.id);
  countMessage(message, 'dropped');
  return 'dropped';
}

async function hold({ db, clock, jobs }: Services, message: Message, until: Date): Promise<Outcome> {
  const { id } = message;
  const afterSeconds = Math.ceil((until.getTime() - clock().getTime()) / 1000);
  await inTransaction(db, async (trx) => {
    await endClaim(trx, id, { dueAt: until });
    await jobs.enqueue(trx, sendJobOf(message), { messageId: id }, { afterSeconds });
  });
  return 'held';
}

/** How long a request waits for the mail server. */
const requestWaitMs = 8_000;

/**
 * Sends the email of a message that the caller has just committed, without waiting for its job. Returns true if the
 * mail server took it within `waitMs`; otherwise the job keeps trying. Returns null when the recipient gets no such
 * email.
 */
export async function sendMessageNow(
  services: Services,
  key: MessageKey,
  waitMs = requestWaitMs,
): Promise<boolean | null> {
  const sending = async () => {
    const id = await findEmailId(services.db, key);
    return id === undefined ? null : (await deliverMessage(services, id)) === 'sent';
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
  countMessage(failed, 'given-up');
  log.error({ messageId, kind: failed.kind, channel: failed.channel }, 'a message could not be sent');
}
