import { latestNotifications, type Notification } from '../../contract/messages/notifications.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { countUnread, listLatest, type NotificationRow, setAllRead, setRead } from './store.ts';

type Database = Pick<Services, 'db'>;

/** A person's latest notifications, newest first, and how many are unread in all. */
export async function listNotifications({ db }: Database, userId: string) {
  const [rows, unread] = await Promise.all([listLatest(db, userId, latestNotifications), countUnread(db, userId)]);
  return { unread, notifications: rows.map(presentNotification) };
}

/** Marks one of a person's notifications as read; again changes nothing. Throws 404, also for another person's. */
export async function markNotificationRead({ db }: Database, userId: string, id: string): Promise<Notification> {
  const row = await setRead(db, userId, id);
  if (!row) throw new Refusal(404, 'Notification not found');
  return presentNotification(row);
}

/** Marks all of a person's notifications as read. */
export async function markAllNotificationsRead({ db }: Database, userId: string): Promise<void> {
  await setAllRead(db, userId);
}

function presentNotification({ userId: _, ...row }: NotificationRow): Notification {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
