import type { Kysely } from 'kysely';
import { buildIndex } from '../migration.ts';

export const disableTransactions = true;

/** The figures of the outbox on /metrics count unsent messages every 15 s. Without the index they read the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const unsent = '"sentAt" IS NULL AND "droppedAt" IS NULL AND "failedAt" IS NULL';
  await buildIndex(db, 'messages_unsent', `ON messages ("channel", "dueAt") WHERE ${unsent}`);
}
