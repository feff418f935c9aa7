import { latestNotifications, type Notification } from '../../contract/notifications.ts';
import type { Services } from '../services.ts';
import { presentNotification } from './present-notification.ts';
import { countUnread, listLatest } from './store.ts';

/** A person's latest notifications, newest first, and how many are unread in all. */
export async function listNotifications(
  { db }: Pick<Services, 'db'>,
  userId: string,
): Promise<{ unread: number; notifications: Notification[] }> {
  const [rows, unread] = await Promise.all([listLatest(db, userId, latestNotifications), countUnread(db, userId)]);
  return { unread, notifications: rows.map(presentNotification) };
}
