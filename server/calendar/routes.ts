import type { Handlers } from '../http/adapter.ts';
import type { Services } from '../services.ts';
import { readFeed, removeFeed, replaceFeed } from './manage-feed.ts';

export function calendarRoutes(services: Services) {
  return {
    getCalendarFeed: async ({ actor }) => await readFeed(services, actor.id),
    replaceCalendarFeed: async ({ actor }) => await replaceFeed(services, actor.id),
    removeCalendarFeed: async ({ actor }) => await removeFeed(services, actor.id),
  } satisfies Partial<Handlers>;
}
