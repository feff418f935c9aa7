import * as z from 'zod/mini';
import { phoneDays } from './drivers.ts';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';
import { Id, Timestamp } from './values/shapes.ts';

/** Photo proof: a driver's photos of a stop, before and after. */
export const photoMoments = ['before', 'after'] as const;
export const PhotoMoment = z.enum(photoMoments);
export type PhotoMoment = z.output<typeof PhotoMoment>;

/** A driver's photo as its customer and the dispatcher see it. */
export const TakenPhoto = z.object({ moment: PhotoMoment, url: z.string(), takenAt: Timestamp });

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];
export const maxPhotoBytes = 5 * 1024 * 1024;
/**
 * In pixels, the most that the server accepts. The driver's app sends at most `phonePhotoSide`, in one request of at most
 * `uploadSeconds`.
 */
export const maxPhotoSide = 4096;
export const phonePhotoSide = 1600;
/** Enough for a photo of 650 kB on an uplink of 6 kB/s. */
export const uploadSeconds = 120;
/**
 * A stop's photos can be added or replaced for this many days after completion: two more than a completion may wait on a phone.
 */
export const photoDays = phoneDays + 2;

const PhotoParams = z.object({ id: Id, moment: PhotoMoment });

/**
 * Attaches a photo to an own stop of today or earlier; the body is the file. Sending the same photo again changes nothing,
 * another one replaces it. 400: not a photo, damaged, or too many pixels; 413: too many bytes; 415: wrong type; 503: not stored,
 * send it again. The browser uses `upload` and `download` (web/api/upload.ts), because `call` is for JSON.
 */
export const attachPhoto = endpoint('POST', '/api/driver/pickups/:id/photos/:moment', 'driver', {
  params: PhotoParams,
  upload: { types: photoTypes, maxBytes: maxPhotoBytes, seconds: uploadSeconds },
  response: Pickup,
  errors: [400, 404, 409, 413, 415, 429],
});

/**
 * The photo, for its customer, the stop's driver, the driver who took it, and admins. `beforePhotoUrl` and `afterPhotoUrl` are
 * this address with a `v` that changes with the photo, so that a response can be cached forever. Like every call it requires the
 * bearer token, so an `<img>` shows an object URL of what `download` returns.
 */
export const getPhoto = endpoint('GET', '/api/pickups/:id/photos/:moment', 'user', {
  params: PhotoParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(100))) }),
  download: { types: photoTypes },
  response: z.never(),
  errors: [400, 404],
});

/** The address in a pickup's `beforePhotoUrl` or `afterPhotoUrl`. */
export function photoUrl(id: string, moment: PhotoMoment, version: string): string {
  return `/api/pickups/${id}/photos/${moment}?v=${version}`;
}

/** The `v` of such an address, for `download(getPhoto, { params: { id, moment }, query: { v } })`. */
export function photoVersion(url: string): string | undefined {
  return /[?&]v=([\w-]+)/.exec(url)?.[1];
}
