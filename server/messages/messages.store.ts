import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { MessageChannel, MessageKind } from '../../contract/messages/messages.ts';
import type { MessagesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { Message, MessageKey } from './message.ts';

/** SQL of the messages in the outbox: claiming, ending, listing. */

/** Matches a message that is neither sent nor dropped nor given up. */
export const isUnsent = sql<boolean>`"sentAt" IS NULL AND "droppedAt" IS NULL AND "failedAt" IS NULL`;
export const isUnclaimed = sql<boolean>`("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())`;

/**
 * Claims an unsent message for one worker for this many seconds. Returns undefined when the message has ended, or
 * another worker has it.
 */
export async function claimMessage(db: Db, id: string, seconds: number): Promise<Message | undefined> {
  const claimedUntil = sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`;
  const claimed = await db
    .updateTable('messages')
    .set({ claimedUntil, attempts: sql<number>`"attempts" + 1` })
    .where('id', '=', id)
    .where(isUnsent)
    .where(isUnclaimed)
    .returning(['id', 'kind', 'channel', 'recipientId', 'subjectId', 'revision', 'details'])
    .executeTakeFirst();
  return claimed && { ...claimed, kind: claimed.kind as MessageKind };
}

export interface MessageRow {
  id: string;
  kind: string;
  channel: MessageChannel;
  title: string | null;
  subject: MessagesTable['subject'];
  subjectId: string;
  createdAt: Date;
  sentAt: Date | null;
  droppedAt: Date | null;
  dropReason: string | null;
  failedAt: Date | null;
  failure: string | null;
  deliveredAt: Date | null;
}

/** Lists a person's messages, newest first. */
export async function listOfRecipient(db: Db, recipientId: string, most: number): Promise<MessageRow[]> {
  return await db
    .selectFrom('messages')
    .select(['id', 'kind', 'channel', 'subject', 'subjectId', 'createdAt'])
    .select(sql<string | null>`"details" ->> 'title'`.as('title'))
    .select(['sentAt', 'droppedAt', 'dropReason', 'failedAt', 'failure', 'deliveredAt'])
    .where('recipientId', '=', recipientId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** Returns the values that determine the job of an unsent message; undefined when the message has ended. */
export async function findUnsent(db: Db, id: string): Promise<Pick<Message, 'kind' | 'channel'> | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['kind', 'channel'])
    .where('id', '=', id)
    .where(isUnsent)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as MessageKind };
}

/** Returns the id of a message's email. */
export async function findEmailId(db: Db, { kind, subjectId, revision }: MessageKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row?.id;
}

/** The details of a message that its channel refused. */
export const undeliverable = sql<string>`"details" || '{"undeliverable": "yes"}'`;

/** The details of a notice that is in the bell. The bell has its words, so only the title stays. */
export const titleAlone = sql<string>`jsonb_strip_nulls(jsonb_build_object('title', "details" -> 'title'))`;

/** Ends a worker's claim and saves the outcome. */
export async function endClaim(
  db: Db,
  id: string,
  outcome:
    | { sentAt: Date; providerId?: string; details?: RawBuilder<string> }
    | { droppedAt: Date; dropReason: string; details?: RawBuilder<string> }
    | { dueAt: Date }
    | { failure: string },
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ ...outcome, claimedUntil: null })
    .where('id', '=', id)
    .execute();
}

/** Records that all attempts failed. Returns undefined when the message has already ended. */
export async function setFailed(db: Db, id: string, now: Date): Promise<Pick<Message, 'kind' | 'channel'> | undefined> {
  const failed = await db
    .updateTable('messages')
    .set({ failedAt: now })
    .where('id', '=', id)
    .where(isUnsent)
    .returning(['kind', 'channel'])
    .executeTakeFirst();
  return failed && { ...failed, kind: failed.kind as MessageKind };
}

export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom('messages').where('id', '=', id).execute();
}

/** Deletes messages that were written before an instant and have ended. */
export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('messages').where('createdAt', '<', before).where(sql<boolean>`NOT (${isUnsent})`).execute();
}

/** Finds a notice in the bell that its driver hasn't read yet; undefined for any other notice. */
export async function findUnreadNotice(db: Db, id: string) {
  return await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.userId')
    .select(['notifications.userId', 'notifications.title', 'notifications.message', 'notifications.actionUrl'])
    .where('notifications.id', '=', id)
    .where('notifications.isRead', '=', false)
    .where('users.role', '=', 'driver')
    .executeTakeFirst();
}

/** The person that a message is for. */
export interface Recipient {
  email: string;
  emailVerified: boolean;
  username: string;
  firstName: string | null;
  role: Role;
  isActive: boolean;
  deletedAt: Date | null;
}

export async function findRecipient(db: Db, id: string): Promise<Recipient | undefined> {
  return await db
    .selectFrom('users')
    .select(['email', 'emailVerified', 'username', 'firstName', 'role', 'isActive', 'deletedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}
