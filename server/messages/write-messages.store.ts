import { sql } from 'kysely';
import type { MessageChannel, MessageKind } from '../../contract/messages/messages.ts';
import type { MessagesTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import type { MessageDetails, NewMessage } from './message.ts';
import { isUnclaimed, isUnsent } from './messages.store.ts';

/** SQL that writes messages into the outbox. */

export interface NewRow {
  id: string;
  kind: MessageKind;
  channel: MessageChannel;
  recipientId: string;
  subject: MessagesTable['subject'];
  subjectId: string;
  revision: string;
  details: MessageDetails;
  createdAt: Date;
  dueAt: Date;
}

export type DueRow = Pick<NewRow, 'id' | 'kind' | 'channel' | 'dueAt'>;

/** Matches a message that its channel refused. It isn't sent again, even if it becomes true again. */
const isUndeliverable = sql<boolean>`messages."details" ->> 'undeliverable' IS NOT NULL`;

/**
 * Inserts messages. An existing message that was dropped unsent becomes due again, because it is true again. Other
 * existing messages stay as they are, and so do those that their channel refused. Returns the messages to send.
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

/**
 * Drops unsent messages of the same kind about the same subject as each of these, unless a worker is sending them.
 * Locks the rows in the order of their ids, so that two requests can't deadlock.
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
 * customer was told another date later. `date` is ISO 8601. Returns the messages to send.
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
      WHERE messages."droppedAt" IS NOT NULL AND NOT (${isUndeliverable})
        AND NOT EXISTS (SELECT FROM messages AS later WHERE later."subjectId" = messages."subjectId" AND later."kind" = 'changed'
          AND later."createdAt" >= messages."createdAt" AND later."sentAt" IS NOT NULL)
      ORDER BY messages."subjectId", messages."channel", messages."recipientId", messages."createdAt" DESC, messages."id" DESC)
    UPDATE messages SET "droppedAt" = NULL, "dropReason" = NULL, "dueAt" = greatest("dueAt", ${now})
    FROM newest WHERE messages."id" = newest."id"
    RETURNING messages."id", messages."kind", messages."channel", messages."dueAt"`.execute(trx);
  return rows;
}
