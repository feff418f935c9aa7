import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './read-notifications.ts';

export function notificationRoutes(services: Services) {
  return {
    listNotifications: async ({ actor }) => await listNotifications(services, actor.id),
    markNotificationRead: async ({ actor, params }) => await markNotificationRead(services, actor.id, params.id),
    markAllNotificationsRead: async ({ actor }) => {
      await markAllNotificationsRead(services, actor.id);
      return { success: true };
    },
  } satisfies Partial<Handlers>;
}
