import { randomUUID } from 'node:crypto';
import { type PhotoMoment, type PhotoType, photoUrl } from '../../contract/photos.ts';
import { dateKeyOf } from '../../contract/values/dates.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { orTakenAway } from '../pickups/stops/record-late-work.ts';
import { requireOwnStop } from '../pickups/stops/run-stop-action-once.ts';
import { type Caller, limitPerHour } from '../rate-limits/limit-attempts.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CleanPhoto, cleanPhoto } from './clean-photo.ts';
import { whyNoPhoto } from './rules.ts';
import { isPhotoInUse, savePhoto, urlColumns } from './store.ts';
import { orUnavailable } from './unavailable.ts';

interface Sent {
  pickupId: string;
  moment: PhotoMoment;
  bytes: Uint8Array;
}

/** After this time a photo without a row is from a broken upload and is deleted. */
const unusedAfterSeconds = 60 * 60;
/** A replaced photo is deleted after this time, because someone may still be loading it. */
const replacedAfterSeconds = 60;

const endings: Record<PhotoType, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' };

/**
 * Attaches a photo to the driver's own stop. The file is saved before its row, so a row never points to a missing file.
 * The same photo changes nothing; another one replaces it. A file without a row is deleted later. Throws 404, 409
 * (`whyNoPhoto`), 429 `too_many_photos`, 400 (`cleanPhoto`), and 503 when it cannot be saved now.
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
  if (stop[urlColumns[moment]] === url) return stop;
  const storageKey = newKey(services.clock(), pickupId, moment, photo.type);
  await services.jobs.enqueue(services.db, 'delete-unused-photo', { storageKey }, { afterSeconds: unusedAfterSeconds });
  await orUnavailable(services, () => services.photos.put(storageKey, photo.bytes, photo.type));
  return await orTakenAway(services, work, () =>
    inTransaction(services.db, async (trx) => {
      // Both may have changed during the upload.
      const before = await requireOpenStop(services, trx, driverId, pickupId);
      if (before[urlColumns[moment]] === url) return before;
      return await save(services, trx, { ...sent, takenBy: driverId, storageKey, url, photo });
    }),
  );
}

/** Each photo costs CPU and a file. A phone that was offline sends a whole day's photos together. */
async function limitPhotos(services: Services, driver: Caller): Promise<void> {
  const { photos, perAddress } = services.settings.ceilings;
  const message = 'You have sent too many photos. Please try again in a few minutes.';
  await limitPerHour(
    services,
    { name: 'photo', perPerson: photos, perAddress, message, code: 'too_many_photos' },
    driver,
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
  if (replacedKey) {
    const soon = { afterSeconds: replacedAfterSeconds };
    await services.jobs.enqueue(trx, 'delete-unused-photo', { storageKey: replacedKey }, soon);
  }
  return pickup;
}

interface Stored {
  takenBy: string;
  storageKey: string;
  url: string;
  photo: CleanPhoto;
}

/** A new key in a folder per month. Keys are never reused, so deleting one can't delete another photo. */
function newKey(now: Date, pickupId: string, moment: PhotoMoment, type: PhotoType): string {
  return `${dateKeyOf(now).slice(0, 7)}/${pickupId.toLowerCase()}-${moment}-${randomUUID()}.${endings[type]}`;
}

/** Deletes a photo file unless a pickup shows it, such as a replaced one or one of a broken upload. */
export async function deleteUnusedPhoto(services: Pick<Services, 'db' | 'photos'>, storageKey: string): Promise<void> {
  if (!(await isPhotoInUse(services.db, storageKey))) await services.photos.remove(storageKey);
}
