import { type RawBuilder, sql } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { MessageChannel, MessageKind } from '../../contract/messages/messages.ts';
import type { MessagesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { Message, MessageDetails, MessageKey, NewMessage } from './message.ts';

type MessageSubject = MessagesTable['subject'];

export interface NewRow {
  id: string;
  kind: MessageKind;
  channel: MessageChannel;
  recipientId: string;
  subject: MessageSubject;
  subjectId: string;
  revision: string;
  details: MessageDetails;
  createdAt: Date;
  dueAt: Date;
}

export type DueRow = Pick<NewRow, 'id' | 'kind' | 'channel' | 'dueAt'>;

/** Marks a message that its channel refused. It isn't sent again, even if it becomes true again. */
const isUndeliverable = sql<boolean>`messages."details" ->> 'undeliverable' IS NOT NULL`;

/**
 * Inserts messages. One that was dropped unsent becomes due again, because what it says has become true again; others that
 * exist stay as they are, and so does one that its channel would not take. Returns those that are to be sent.
 */
export async function insertMessages(trx: Db, rows: readonly NewRow[]): Promise<DueRow[]> {
  if (rows.length === 0) return [];
  const values = rows.map(({ details, ...row }) => ({ ...row, details: JSON.stringify(details) }));
  const due = await trx
    .insertInto('messages')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['subjectId', 'kind', 'channel', 'recipientId', 'revision'])
        .doUpdateSet((eb) => ({
          droppedAt: null,
          dropReason: null,
          dueAt: eb.ref('excluded.dueAt'),
          details: eb.ref('excluded.details'),
        }))
        .where('messages.droppedAt', 'is not', null)
        .where(sql<boolean>`NOT (${isUndeliverable})`),
    )
    .returning(['id', 'kind', 'channel', 'dueAt'])
    .execute();
  return due.map((row) => ({ ...row, kind: row.kind as MessageKind }));
}

const isUnsent = sql<boolean>`"sentAt" IS NULL AND "droppedAt" IS NULL AND "failedAt" IS NULL`;
const isUnclaimed = sql<boolean>`("claimedUntil" IS NULL OR "claimedUntil" < clock_timestamp())`;

/**
 * Drops unsent messages of the same kind about the same subject as each of these, unless a worker is sending them.
 * Locks the rows in the order of their ids, so that two requests never wait for each other's.
 */
export async function dropOlder(trx: Db, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  const columnOf = (name: 'subjectId' | 'kind' | 'recipientId' | 'revision') =>
    messages.map((message) => message[name]);
  await sql`WITH older AS (
      SELECT messages."id" FROM unnest(${columnOf('subjectId')}::uuid[], ${columnOf('kind')}::text[],
        ${columnOf('recipientId')}::uuid[], ${columnOf('revision')}::text[]) AS newer ("subjectId", "kind", "recipientId", "revision")
      JOIN messages ON messages."subjectId" = newer."subjectId" AND messages."kind" = newer."kind"
        AND messages."recipientId" = newer."recipientId" AND messages."revision" <> newer."revision"
      WHERE ${isUnsent} AND ${isUnclaimed}
      ORDER BY messages."id" FOR UPDATE OF messages)
    UPDATE messages SET "droppedAt" = ${now}, "dropReason" = 'a newer message replaced it'
    FROM older WHERE messages."id" = older."id"`.execute(trx);
}

/**
 * Makes messages that name the present date of a pickup due again: the newest dropped one of each channel, unless its
 * customer was told another date later. A date is ISO 8601. Returns those that are to be sent.
 */
export async function reviveDates(
  trx: Db,
  pickups: readonly { id: string; date: string }[],
  now: Date,
): Promise<DueRow[]> {
  if (pickups.length === 0) return [];
  const { rows } = await sql<DueRow>`WITH newest AS (
      SELECT DISTINCT ON (messages."subjectId", messages."channel", messages."recipientId") messages."id"
      FROM unnest(${pickups.map(({ id }) => id)}::uuid[], ${pickups.map(({ date }) => date)}::text[]) AS pickup ("id", "date")
      JOIN messages ON messages."subjectId" = pickup."id" AND messages."kind" = 'changed'
        AND messages."details" ->> 'scheduledDate' = pickup."date"
      WHERE messages."droppedAt" IS NOT NULL AND messages."sentAt" IS NULL AND NOT (${isUndeliverable})
        AND NOT EXISTS (SELECT FROM messages AS later WHERE later."subjectId" = messages."subjectId" AND later."kind" = 'changed'
          AND later."createdAt" >= messages."createdAt" AND later."sentAt" IS NOT NULL)
      ORDER BY messages."subjectId", messages."channel", messages."recipientId", messages."createdAt" DESC, messages."id" DESC)
    UPDATE messages SET "droppedAt" = NULL, "dropReason" = NULL, "dueAt" = greatest("dueAt", ${now})
    FROM newest WHERE messages."id" = newest."id"
    RETURNING messages."id", messages."kind", messages."channel", messages."dueAt"`.execute(trx);
  return rows;
}

/**
 * Claims an unsent message for one worker for this many seconds; undefined when it has ended, or another worker has
 * it.
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
  subject: MessageSubject;
  subjectId: string;
  createdAt: Date;
  sentAt: Date | null;
  droppedAt: Date | null;
  dropReason: string | null;
  failedAt: Date | null;
  failure: string | null;
  deliveredAt: Date | null;
}

/** A person's messages, newest first. */
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

/** The values that identify the job of an unsent message; undefined when the message has ended. */
export async function findUnsent(db: Db, id: string): Promise<Pick<Message, 'kind' | 'channel'> | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['kind', 'channel'])
    .where('id', '=', id)
    .where(isUnsent)
    .executeTakeFirst();
  return row && { ...row, kind: row.kind as MessageKind };
}

/** The id of the email of a message. */
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

/** The details of a notice that is in the bell, which has its words now. */
export const titleAlone = sql<string>`jsonb_strip_nulls(jsonb_build_object('title', "details" -> 'title'))`;

/** Ends a worker's claim with what became of the message. */
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

/** Records that all attempts failed; undefined when the message ended meanwhile. */
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

/** Deletes messages that were written before a time and have ended. */
export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('messages').where('createdAt', '<', before).where(sql<boolean>`NOT (${isUnsent})`).execute();
}

/** A notice of the bell that its driver hasn't read yet; undefined for any other. */
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

/**
 * Open pickups of a day whose customers have no reminder of it yet, at most `most`, by id after `afterId`. Left out: those booked
 * since `since`, whose customers were just told the day, those held because they aren't paid, and customers of the demo data.
 */
export async function listToRemind(
  db: Db,
  { day, since, most, afterId }: { day: string; since: Date; most: number; afterId: string | undefined },
): Promise<{ id: string; customerId: string }[]> {
  return await db
    .selectFrom('pickups')
    .innerJoin('users', 'users.id', 'pickups.customerId')
    .select(['pickups.id', 'pickups.customerId'])
    .where('pickups.scheduledDay', '=', day)
    .where('pickups.status', 'in', ['pending', 'assigned'])
    .where('pickups.heldAt', 'is', null)
    .$if(afterId !== undefined, (query) => query.where('pickups.id', '>', afterId ?? ''))
    .where('pickups.createdAt', '<', since)
    .where('users.deletedAt', 'is', null)
    .where('users.username', 'not like', 'demo-customer-%')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('messages')
            .select('messages.id')
            .whereRef('messages.subjectId', '=', 'pickups.id')
            .where('messages.kind', '=', 'reminder')
            .where('messages.revision', '=', day)
            .where((eb) => eb.or([eb('messages.droppedAt', 'is', null), eb('messages.sentAt', 'is not', null)])),
        ),
      ),
    )
    .orderBy('pickups.id')
    .limit(most)
    .execute();
}
