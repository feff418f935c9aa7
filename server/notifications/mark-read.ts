import type { Notification } from '../../contract/notifications.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { presentNotification } from './present-notification.ts';
import { setAllRead, setRead } from './store.ts';

type Database = Pick<Services, 'db'>;

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
