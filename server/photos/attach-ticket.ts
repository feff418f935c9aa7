import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { Caller } from '../rate-limits/limit-attempts.ts';
import { Refusal } from '../refusal.ts';
import { type OwnVisit, requireOwnVisit, saveTicket } from '../routing/disposal/own-visit.ts';
import type { Services } from '../services.ts';
import { cleanPhoto } from './clean-photo.ts';
import { deleteReplaced, limitPhotos, storePhoto } from './photo-files.ts';
import { whyNoTicket } from './rules.ts';

/**
 * Attaches the photo of a ticket to the driver's own visit to a disposal site, as `attachPhoto` does for stops. Sending
 * the same photo again changes nothing; another photo replaces it. Throws 404, 409 (`whyNoTicket`), 429
 * `too_many_photos`, 400 (`cleanPhoto`), and 503 when the photo can't be saved now.
 */
export async function attachTicket(
  services: Services,
  driver: Caller,
  { visitId, bytes }: { visitId: string; bytes: Uint8Array },
): Promise<OwnVisit> {
  const visit = await inTransaction(services.db, (trx) => requireEmptied(services, trx, driver.id, visitId));
  await limitPhotos(services, driver);
  const photo = await cleanPhoto(bytes);
  // A ticket's storage key contains the version of its photo, so the key shows whether the photo is the same.
  const name = `${visitId.toLowerCase()}-ticket-${photo.version}`;
  const isSame = ({ ticketKey }: OwnVisit) => ticketKey?.includes(name) ?? false;
  if (isSame(visit)) return visit;
  const ticketKey = await storePhoto(services, name, photo);
  return await inTransaction(services.db, async (trx) => {
    // The visit may have changed during the upload.
    const before = await requireEmptied(services, trx, driver.id, visitId);
    if (isSame(before)) return before;
    const after = await saveTicket(trx, before, ticketKey);
    if (before.ticketKey !== null) await deleteReplaced(services, trx, before.ticketKey);
    const line = { actorId: driver.id, action: 'photographed', subject: 'user', subjectId: driver.id } as const;
    await recordChanges(services, trx, [{ ...line, details: { moment: 'ticket' } }]);
    return after;
  });
}

async function requireEmptied(services: Services, trx: Db, driverId: string, visitId: string): Promise<OwnVisit> {
  const visit = await requireOwnVisit(trx, driverId, visitId);
  const why = whyNoTicket(visit, services.clock());
  if (why) throw new Refusal(409, why, { code: 'no_photo' });
  return visit;
}
