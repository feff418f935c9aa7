import type { FileBytes } from '../../contract/endpoint.ts';
import { type PhotoMoment, photoVersion } from '../../contract/photos.ts';
import type { Actor } from '../http/adapter.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { maySeePhoto } from './rules.ts';
import { findPhoto } from './store.ts';
import { orUnavailable } from './unavailable.ts';

/** Returns a photo and the version in its URL. Throws 404, also when the caller may not see it, and 503. */
export async function readPhoto(
  services: Services,
  actor: Actor,
  pickupId: string,
  moment: PhotoMoment,
): Promise<FileBytes & { version: string | undefined }> {
  const photo = await findPhoto(services.db, pickupId, moment);
  if (!photo || !maySeePhoto(actor, photo)) throw new Refusal(404, 'Photo not found');
  const { storageKey, contentType, url } = photo;
  const bytes = await orUnavailable(services, () => services.photos.get(storageKey));
  if (!bytes) {
    services.log.error({ pickupId, moment, storageKey }, 'the file of a photo is missing');
    throw new Refusal(404, 'Photo not found');
  }
  return { type: contentType, bytes, version: photoVersion(url ?? '') };
}
