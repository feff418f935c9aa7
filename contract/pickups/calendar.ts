import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../values/shapes.ts';

/**
 * A customer's pickups as a feed for calendar apps. The feed itself is at `/calendar/{token}.ics`. Anybody who has this
 * address can read it.
 */

/**
 * When the feed's current address was created; null without one. The address can't be shown again: only its hash is
 * stored.
 */
export const CalendarFeed = z.object({ createdAt: z.nullable(Timestamp) });
export type CalendarFeed = z.output<typeof CalendarFeed>;

export const getCalendarFeed = endpoint('GET', '/api/me/calendar', 'customer', { response: CalendarFeed, errors: [] });

/** Creates a new address for the feed. The previous address stops working. */
export const replaceCalendarFeed = endpoint('POST', '/api/me/calendar', 'customer', {
  response: z.object({ url: z.string(), createdAt: Timestamp }),
  errors: [429],
});

/** Turns the feed off. */
export const removeCalendarFeed = endpoint('DELETE', '/api/me/calendar', 'customer', {
  response: CalendarFeed,
  errors: [],
});
