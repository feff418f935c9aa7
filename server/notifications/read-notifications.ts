import { latestNotifications, type Notification } from '../../contract/messages/notifications.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countUnread, listLatest, type NotificationRow, setAllRead, setRead } from './notifications.store.ts';

type Database = Pick<Services, 'db'>;

/** Lists a person's latest notifications, newest first, and counts all unread ones. */
export async function listNotifications({ db }: Database, userId: string) {
  const [rows, unread] = await Promise.all([listLatest(db, userId, latestNotifications), countUnread(db, userId)]);
  return { unread, notifications: rows.map(presentNotification) };
}

/**
 * Marks one of a person's notifications as read. Repeating it changes nothing. Throws 404, also for another person's
 * notification.
 */
export async function markNotificationRead({ db }: Database, userId: string, id: string): Promise<Notification> {
  const row = await setRead(db, userId, id);
  if (!row) throw new Refusal(404, 'Notification not found');
  return presentNotification(row);
}

export async function markAllNotificationsRead({ db }: Database, userId: string): Promise<void> {
  await setAllRead(db, userId);
}

function presentNotification({ userId: _, ...row }: NotificationRow): Notification {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
