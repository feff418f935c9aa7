import * as z from 'zod/mini';
import { phoneDays } from './drivers.ts';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';
import { Id, Timestamp } from './values/shapes.ts';

/** Photo proof: a driver's photos of a stop, before and after. */
export const photoMoments = ['before', 'after'] as const;
export const PhotoMoment = z.enum(photoMoments);
export type PhotoMoment = z.output<typeof PhotoMoment>;

/** A pickup's photos: the address of each, or null. */
export type PhotoUrls = { [Moment in PhotoMoment as `${Moment}PhotoUrl`]: string | null };

/** Returns the field of a pickup that has the address of a photo. */
export function photoField(moment: PhotoMoment): keyof PhotoUrls {
  return `${moment}PhotoUrl`;
}

/** A driver's photo as its customer and the dispatcher see it. */
export const TakenPhoto = z.object({ moment: PhotoMoment, url: z.string(), takenAt: Timestamp });

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];
export const maxPhotoBytes = 5 * 1024 * 1024;
/**
 * The longest side of a photo that the server accepts, in pixels. The driver's app sends photos of at most
 * `phonePhotoSide` pixels.
 */
export const maxPhotoSide = 4096;
export const phonePhotoSide = 1600;
/** The time limit of an upload: enough for a photo of 650 kB on an uplink of 6 kB/s. */
export const uploadSeconds = 120;
/**
 * A stop's photos can be added or replaced for this many days after completion: two more than a completion may wait on
 * a phone.
 */
export const photoDays = phoneDays + 2;

const PhotoParams = z.object({ id: Id, moment: PhotoMoment });

/**
 * Attaches a photo to one of the driver's own stops of today or earlier; the body is the file. Sending the same photo
 * again changes nothing; another photo replaces it. 400 for a file that isn't a photo, is damaged or has too many
 * pixels; 413 for too many bytes; 415 for the wrong type; 503 when it wasn't stored and must be sent again. The browser
 * uses `upload` and `download` (web/api/upload.ts), because `call` is for JSON.
 */
export const attachPhoto = endpoint('POST', '/api/driver/pickups/:id/photos/:moment', 'driver', {
  params: PhotoParams,
  upload: { types: photoTypes, maxBytes: maxPhotoBytes, seconds: uploadSeconds },
  response: Pickup,
  errors: [400, 404, 409, 413, 415, 429],
});

/**
 * Returns the photo to its customer, the stop's driver, the driver who took it, and admins. `beforePhotoUrl` and
 * `afterPhotoUrl` are this address with a `v` that changes with the photo, so that a response can be cached forever.
 * The call requires the bearer token, so an `<img>` shows an object URL of the file that `download` returns.
 */
export const getPhoto = endpoint('GET', '/api/pickups/:id/photos/:moment', 'user', {
  params: PhotoParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(100))) }),
  download: { types: photoTypes },
  response: z.never(),
  errors: [400, 404],
});

/** Returns the address for a pickup's `beforePhotoUrl` or `afterPhotoUrl`. */
export function photoUrl(id: string, moment: PhotoMoment, version: string): string {
  return `/api/pickups/${id}/photos/${moment}?v=${version}`;
}

/** Returns the `v` of a photo's address, for `download(getPhoto, { params: { id, moment }, query: { v } })`. */
export function photoVersion(url: string): string | undefined {
  return /[?&]v=([\w-]+)/.exec(url)?.[1];
}
