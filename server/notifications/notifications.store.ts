import type { Selectable } from 'kysely';
import type { Role } from '../../contract/accounts.ts';
import type { NotificationsTable } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';

/** SQL of notifications. Every statement names the person, so that nobody reaches another person's notifications. */

export type NotificationRow = Selectable<NotificationsTable>;
export type NewNotification = Omit<NotificationRow, 'isRead'>;

/**
 * Inserts a notification unless one with its id exists. Returns the person's role, and whether the notification is new.
 * For a deleted account, inserts nothing and returns undefined.
 */
export async function insertNotification(
  trx: Db,
  notification: NewNotification,
): Promise<{ role: Role; isNew: boolean } | undefined> {
  const person = await trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', notification.userId)
    .where('deletedAt', 'is', null)
    // The insert takes the same lock. Taking it here waits for a deletion in progress.
    .forKeyShare()
    .executeTakeFirst();
  if (!person) return undefined;
  const inserted = await trx
    .insertInto('notifications')
    .values(notification)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return { ...person, isNew: inserted !== undefined };
}

export async function listLatest(db: Db, userId: string, most: number): Promise<NotificationRow[]> {
  return await db
    .selectFrom('notifications')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where((eb) => eb.not('isRead'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks a person's own notification as read. Returns undefined when the person has none with this id. */
export async function setRead(db: Db, userId: string, id: string): Promise<NotificationRow | undefined> {
  return await db
    .updateTable('notifications')
    .set({ isRead: true })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

export async function setAllRead(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ isRead: true })
    .where('userId', '=', userId)
    .where((eb) => eb.not('isRead'))
    .execute();
}
