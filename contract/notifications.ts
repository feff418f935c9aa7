import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Timestamp } from './values/shapes.ts';

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

/** The signed-in person's latest notifications, newest first, and how many are unread in all. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'user',
  response: z.object({ unread: z.int(), notifications: z.array(Notification) }),
  errors: [],
});

export const markNotificationRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  access: 'user',
  params: IdParams,
  response: Notification,
  errors: [404],
});

export const markAllNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  access: 'user',
  response: z.object({ success: z.boolean() }),
  errors: [],
});
