import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Id, IdParams, Timestamp } from '../values/shapes.ts';

export const Notification = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  type: z.string(),
  isRead: z.boolean(),
  actionUrl: z.nullable(z.string()),
  createdAt: Timestamp,
});
export type Notification = z.output<typeof Notification>;

export const latestNotifications = 50;

/** The signed-in user's latest notifications, newest first, and the total of unread ones. */
export const listNotifications = endpoint('GET', '/api/notifications', 'user', {
  response: z.object({ unread: z.int(), notifications: z.array(Notification) }),
  errors: [],
});

export const markNotificationRead = endpoint('POST', '/api/notifications/:id/read', 'user', {
  params: IdParams,
  response: Notification,
  errors: [404],
});

export const markAllNotificationsRead = endpoint('POST', '/api/notifications/read-all', 'user', {
  response: z.object({ success: z.boolean() }),
  errors: [],
});
