import { type PhotoMoment, photoField, photoUrl } from '../../contract/photos.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { orTakenAway } from '../pickups/stops/record-late-work.ts';
import { requireOwnStop } from '../pickups/stops/run-stop-action-once.ts';
import type { Caller } from '../rate-limits/limit-attempts.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CleanPhoto, cleanPhoto } from './clean-photo.ts';
import { deleteReplaced, limitPhotos, storePhoto } from './photo-files.ts';
import { savePhoto } from './photos.store.ts';
import { whyNoPhoto } from './rules.ts';

interface Sent {
  pickupId: string;
  moment: PhotoMoment;
  bytes: Uint8Array;
}

/**
 * Attaches a photo to the driver's own stop. The file is saved before its row, so a row never points to a missing file.
 * A file without a row is deleted later. Sending the same photo again changes nothing; another photo replaces it.
 *
 * Throws 404, 409 (`whyNoPhoto`), 429 `too_many_photos`, 400 (`cleanPhoto`), and 503 when the photo can't be saved now.
 */
export async function attachPhoto(services: Services, driver: Caller, sent: Sent): Promise<PickupRow> {
  const { pickupId, moment } = sent;
  const { id: driverId } = driver;
  const work = { driverId, pickupId, kind: 'photo' } as const;
  const stop = await orTakenAway(services, work, () =>
    inTransaction(services.db, (trx) => requireOpenStop(services, trx, driverId, pickupId)),
  );
  await limitPhotos(services, driver);
  const photo = await cleanPhoto(sent.bytes);
  const url = photoUrl(pickupId, moment, photo.version);
  if (stop[photoField(moment)] === url) return stop;
  const storageKey = await storePhoto(services, `${pickupId.toLowerCase()}-${moment}`, photo);
  return await orTakenAway(services, work, () =>
    inTransaction(services.db, async (trx) => {
      // The stop and its photo may have changed during the upload.
      const before = await requireOpenStop(services, trx, driverId, pickupId);
      if (before[photoField(moment)] === url) return before;
      return await save(services, trx, { ...sent, takenBy: driverId, storageKey, url, photo });
    }),
  );
}

async function requireOpenStop(services: Services, trx: Db, driverId: string, pickupId: string): Promise<PickupRow> {
  const stop = await requireOwnStop(services, trx, driverId, pickupId);
  const why = whyNoPhoto(stop, services.clock());
  if (why) throw new Refusal(409, why, { code: 'no_photo' });
  return stop;
}

async function save(
  services: Services,
  trx: Db,
  { pickupId, moment, takenBy, storageKey, url, photo }: Sent & Stored,
): Promise<PickupRow> {
  const { type, bytes, width, height } = photo;
  const row = { pickupId, moment, takenBy, storageKey, contentType: type, bytes: bytes.length, width, height };
  const { pickup, replacedKey } = await savePhoto(trx, row, { url, now: services.clock() });
  const line = { actorId: takenBy, action: 'photographed', subject: 'pickup', subjectId: pickupId } as const;
  await recordChanges(services, trx, [{ ...line, details: { moment } }]);
  if (replacedKey) await deleteReplaced(services, trx, replacedKey);
  return pickup;
}

interface Stored {
  takenBy: string;
  storageKey: string;
  url: string;
  photo: CleanPhoto;
}
