import { v5 as nameId, v7 as newId } from 'uuid';
import { channels, isMail, type MessageKind } from '../../contract/messages/messages.ts';
import type { Db } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { mailKinds } from './kinds/mail/mail-kinds.ts';
import type { NewMessage, StaffMessage } from './message.ts';
import { type Reach, whyNotSent } from './preferences/preference-rules.ts';
import { listDispatcherIds } from './preferences/preferences.store.ts';
import { readReach } from './preferences/read-reach.ts';
import { sendJobOf } from './send-job.ts';
import { type DueRow, dropOlder, insertMessages, type NewRow, reviveDates } from './write-messages.store.ts';

/** Rows per statement. PostgreSQL allows 65,535 parameters. */
const rowsAtOnce = 2_000;

export type WriteServices = Pick<Services, 'clock' | 'jobs' | 'settings'>;

/**
 * Writes messages into the outbox in the transaction that causes them: a row for each channel that the recipient wants
 * and can be reached by, with a job that sends it when it is due. A message that already exists isn't written twice. A
 * newer message drops unsent ones of the same kind about the same subject, unless each reports an event of its own.
 */
export async function writeMessages(services: WriteServices, trx: Db, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const createdAt = services.clock();
  await dropOlder(
    trx,
    messages.filter(({ kind }) => !isNotice(kind)),
    createdAt,
  );
  // Always in the same order, so that two requests can't deadlock.
  const inOrder = messages.toSorted((a, b) => a.subjectId.localeCompare(b.subjectId));
  const reach = await readReach(
    services,
    trx,
    messages.filter(({ kind }) => isChosen(kind)).map(({ recipientId }) => recipientId),
  );
  const rows = inOrder.flatMap((message) => rowsOf(message, reach.get(message.recipientId), createdAt));
  const due: DueRow[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    due.push(...(await insertMessages(trx, rows.slice(from, from + rowsAtOnce))));
  }
  await enqueueDue(services, trx, due, createdAt);
}

/**
 * Tells customers the dates to which an undo returned their pickups, if the message with that date was replaced by the
 * undone move before it was sent.
 */
export async function restoreDates(
  services: WriteServices,
  trx: Db,
  pickups: readonly { id: string; date: string }[],
): Promise<void> {
  const now = services.clock();
  await enqueueDue(services, trx, await reviveDates(trx, pickups, now), now);
}

async function enqueueDue({ jobs }: WriteServices, trx: Db, due: readonly DueRow[], now: Date): Promise<void> {
  const delayOf = ({ dueAt }: DueRow) => Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1000));
  for (const [job, rows] of Map.groupBy(due, sendJobOf)) {
    for (const [afterSeconds, group] of Map.groupBy(rows, delayOf)) {
      const payloads = group.map(({ id }) => ({ messageId: id }));
      await jobs.enqueueAll(trx, job, payloads, { afterSeconds });
    }
  }
}

const isNotice = (kind: MessageKind) => kind === 'notice' || (isMail(kind) && mailKinds[kind].isNotice === true);
/** Returns true for messages whose recipient chooses the channels. */
const isChosen = (kind: MessageKind) => kind !== 'notice' && !isMail(kind);

/**
 * Returns a message's rows. `reach` is undefined if the account was deleted. A message that is always emailed gets a
 * row even then, so that writing it takes the same time for every address.
 */
function rowsOf({ details = {}, ...message }: NewMessage, reach: Reach | undefined, createdAt: Date): NewRow[] {
  const { kind } = message;
  if (isMail(kind)) {
    const { subject } = mailKinds[kind];
    return [{ ...message, ...{ id: newId(), channel: 'email', subject, details, createdAt } }];
  }
  if (kind === 'notice') {
    // The id is also the notification's. It is derived from the key, so that a notice whose row was deleted here
    // doesn't appear again.
    const id = nameId(message.revision, message.recipientId);
    const subject = message.subjectId === message.recipientId ? 'account' : 'pickup';
    return [{ ...message, ...{ id, channel: 'bell', subject, details, createdAt } }];
  }
  if (!reach) return [];
  return channels
    .filter((channel) => whyNotSent({ kind, details }, channel, reach) === null)
    .map((channel) => ({ ...message, ...{ id: newId(), channel, subject: 'pickup', details, createdAt } }));
}

/** Writes messages to every dispatcher who wants them. */
export async function writeToDispatchers(
  services: WriteServices,
  trx: Db,
  messages: readonly StaffMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  const dispatcherIds = await listDispatcherIds(trx);
  const each = messages.flatMap((message) => dispatcherIds.map((recipientId) => ({ ...message, recipientId })));
  await writeMessages(services, trx, each);
}
