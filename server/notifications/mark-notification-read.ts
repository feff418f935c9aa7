import type { Notification } from '../../contract/notifications.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { presentNotification } from './present-notification.ts';
import { setRead } from './store.ts';

/** Marks one of a person's notifications as read, once or again. Somebody else's does not exist for them. */
export async function markNotificationRead(
  { db }: Pick<Services, 'db'>,
  userId: string,
  id: string,
): Promise<Notification> {
  const row = await setRead(db, userId, id);
  if (!row) throw new Refusal(404, 'Notification not found');
  return presentNotification(row);
}
