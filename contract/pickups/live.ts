import * as z from 'zod/mini';
import { IncompleteReason } from '../drivers.ts';
import { endpoint } from '../endpoint.ts';
import { PhotoMoment, photoTypes } from '../photos.ts';
import { DateKeyText, Id, IdParams, Timestamp } from '../values/shapes.ts';

/**
 * A pickup's live day, for its customer and for anybody with a live link. It contains no person's name, no house
 * number, no other stop and no position of the truck.
 */

/**
 * - `planned`: it is to come; only its day and maybe its window are known.
 * - `on_route`: its driver is on the way, with `stopsBefore` stops before it.
 * - `next`: it is the driver's next stop.
 * - `moved`: it is no longer on the day that the link is about.
 * - `on_hold`: it waits for its payment.
 * - `late`: its day is over, and nobody has resolved it.
 */
export const liveStates = [
  ...(['planned', 'on_route', 'next', 'done', 'not_done', 'issue'] as const),
  ...(['cancelled', 'moved', 'on_hold', 'late'] as const),
] as const;
export type LiveState = (typeof liveStates)[number];

export const LiveDay = z.object({
  state: z.enum(liveStates),
  /** Leads to the pickup's page, which needs its customer's session. */
  pickupId: Id,
  /** The pickup's current day; null while none is set. */
  day: z.nullable(DateKeyText),
  /** "8:00 AM – 10:00 AM" as it was promised; null without one, and once the pickup is resolved. */
  window: z.nullable(z.string()),
  /** How many open stops its driver has before it; null unless the driver is on the way. */
  stopsBefore: z.nullable(z.int()),
  /**
   * "S 9th St, 19147": the street without its house number, and the ZIP code. Parts that aren't recognized are left
   * out.
   */
  area: z.string(),
  /** When it was completed. */
  completedAt: z.nullable(Timestamp),
  /** Why it wasn't done; null when the driver gave no reason. */
  reason: z.nullable(IncompleteReason),
  /** The driver's last photo, once the pickup is resolved. `version` changes with the photo. */
  photo: z.nullable(z.object({ moment: PhotoMoment, version: z.string() })),
});
export type LiveDay = z.output<typeof LiveDay>;

const TokenParams = z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) });

/** Returns the live day of a link. An unknown, an expired and a revoked token return the same 404. */
export const getLiveDay = endpoint('GET', '/api/live/:token', 'public', {
  params: TokenParams,
  response: LiveDay,
  errors: [404, 429],
});

/** Streams the live day of a link: now, and again whenever it changes. */
export const streamLiveDay = endpoint('GET', '/api/live/:token/events', 'public', {
  params: TokenParams,
  stream: true,
  response: LiveDay,
  errors: [404, 429],
});

/** The photo that `LiveDay.photo` names. */
export const getLivePhoto = endpoint('GET', '/api/live/:token/photos/:moment', 'public', {
  params: z.extend(TokenParams, { moment: PhotoMoment }),
  download: { types: photoTypes },
  response: z.never(),
  errors: [404, 429],
});

/** The live day for the pickup's customer. `hasLinks`: messages contain live links that still work. */
export const OwnLiveDay = z.extend(LiveDay, { hasLinks: z.boolean() });
export type OwnLiveDay = z.output<typeof OwnLiveDay>;

export const getMyLiveDay = endpoint('GET', '/api/pickups/:id/live', 'customer', {
  params: IdParams,
  response: OwnLiveDay,
  errors: [404],
});

export const streamMyLiveDay = endpoint('GET', '/api/pickups/:id/live/events', 'customer', {
  params: IdParams,
  stream: true,
  response: LiveDay,
  errors: [404],
});

/** Revokes all live links to a pickup. Later messages about it contain none. */
export const revokeLiveLinks = endpoint('DELETE', '/api/pickups/:id/live-links', 'customer', {
  params: IdParams,
  response: z.object({ success: z.boolean() }),
  errors: [404],
});
