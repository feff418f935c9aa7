import * as z from 'zod/mini';
import { phoneDays } from './drivers.ts';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';
import { Id } from './values/shapes.ts';

/** Photo proof: what a driver shows of a stop, before and after. */
export const photoMoments = ['before', 'after'] as const;
export const PhotoMoment = z.enum(photoMoments);
export type PhotoMoment = z.output<typeof PhotoMoment>;

export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PhotoType = (typeof photoTypes)[number];
export const maxPhotoBytes = 5 * 1024 * 1024;
/** What the server takes. Our own phone sends at most `phonePhotoSide`, in one request that must end within `uploadSeconds`. */
export const maxPhotoSide = 4096;
export const phonePhotoSide = 1600;
/** A photo of 650 kB passes an uplink of 6 kB/s in this time. */
export const uploadSeconds = 120;
/** For so many days after a stop was done its photos can still be added or replaced: two more than its completion may be under way. */
export const photoDays = phoneDays + 2;

const PhotoParams = z.object({ id: Id, moment: PhotoMoment });

/**
 * Attaches a photo to an own stop of today or earlier: the body is the picture itself. The same picture again changes nothing, another
 * one replaces it. 400: no picture, damaged or too large a side; 413: too many bytes; 415: another type; 503: kept nowhere, send it again.
 * The browser sends it with `upload` and reads it with `download` (web/api/upload.ts), since `call` speaks JSON only.
 */
export const attachPhoto = endpoint({
  method: 'POST',
  path: '/api/driver/pickups/:id/photos/:moment',
  access: 'driver',
  params: PhotoParams,
  upload: { types: photoTypes, maxBytes: maxPhotoBytes, seconds: uploadSeconds },
  response: Pickup,
  errors: [400, 404, 409, 413, 415],
});

/**
 * The picture, for its customer, the stop's driver (or whoever took it) and admins. `beforePhotoUrl` and `afterPhotoUrl` are this
 * address with a `v` that changes with the picture, so that an answer can be kept forever. It wants the bearer token as every call
 * does: an `<img>` shows an object URL of what `download` answers.
 */
export const getPhoto = endpoint({
  method: 'GET',
  path: '/api/pickups/:id/photos/:moment',
  access: 'user',
  params: PhotoParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(100))) }),
  download: { types: photoTypes },
  response: z.never(),
  errors: [400, 404],
});

/** The address that a pickup carries. */
export function photoUrl(id: string, moment: PhotoMoment, version: string): string {
  return `/api/pickups/${id}/photos/${moment}?v=${version}`;
}

/** The `v` of such an address, for `download(getPhoto, { params: { id, moment }, query: { v } })`. */
export function photoVersion(url: string): string | undefined {
  return /[?&]v=([\w-]+)/.exec(url)?.[1];
}
