import type { Notification } from '../../contract/notifications.ts';
import type { NotificationRow } from './store.ts';

/** A notification as the wire has it. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    type: row.type,
    isRead: row.isRead,
    actionUrl: row.actionUrl,
    createdAt: row.createdAt.toISOString(),
  };
}
