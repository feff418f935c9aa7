import type { FileBytes } from '../../contract/endpoint.ts';
import { type PhotoMoment, photoVersion } from '../../contract/photos.ts';
import type { Actor } from '../http/adapter.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findPhoto } from './photos.store.ts';
import { maySeePhoto } from './rules.ts';
import { orUnavailable } from './unavailable.ts';

/**
 * Returns a photo and the version in its URL. Throws 404, also when the caller may not see the photo, and 503 when the
 * storage fails.
 */
export async function readPhoto(
  services: Services,
  actor: Actor,
  pickupId: string,
  moment: PhotoMoment,
): Promise<FileBytes & { version: string | undefined }> {
  const photo = await findPhoto(services.db, pickupId, moment);
  if (!photo || !maySeePhoto(actor, photo)) throw photoNotFound();
  return { ...(await readFile(services, photo, { pickupId, moment })), version: photoVersion(photo.url ?? '') };
}

/** Returns a photo for a caller that has already checked access. Throws 404, and 503 when the storage fails. */
export async function openPhoto(services: Services, pickupId: string, moment: PhotoMoment): Promise<FileBytes> {
  const photo = await findPhoto(services.db, pickupId, moment);
  if (!photo) throw photoNotFound();
  return await readFile(services, photo, { pickupId, moment });
}

async function readFile(
  services: Services,
  { storageKey, contentType }: { storageKey: string; contentType: string },
  of: { pickupId: string; moment: PhotoMoment },
): Promise<FileBytes> {
  const bytes = await orUnavailable(services, () => services.photos.get(storageKey));
  if (bytes) return { type: contentType, bytes };
  services.log.error({ ...of, storageKey }, 'the file of a photo is missing');
  throw photoNotFound();
}

function photoNotFound(): Refusal {
  return new Refusal(404, 'Photo not found');
}
