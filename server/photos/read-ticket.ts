import type { FileBytes } from '../../contract/endpoint.ts';
import type { Actor } from '../http/adapter.ts';
import { Refusal } from '../refusal.ts';
import { readTicketOf } from '../routing/disposal/driver-visits.ts';
import type { Services } from '../services.ts';
import { photoTypeOf } from './photo-files.ts';
import { orUnavailable } from './unavailable.ts';

/**
 * Returns the photo of a visit's ticket to the visit's driver and to admins. Throws 404, also when the caller may not
 * see the photo, and 503 when the storage fails.
 */
export async function readTicket(services: Services, actor: Actor, visitId: string): Promise<FileBytes> {
  const visit = await readTicketOf(services.db, visitId);
  const maySee = actor.role === 'admin' || actor.id === visit?.driverId;
  if (!visit?.ticketKey || !maySee) throw ticketNotFound();
  const { ticketKey } = visit;
  const bytes = await orUnavailable(services, () => services.photos.get(ticketKey));
  if (bytes) return { type: photoTypeOf(ticketKey), bytes };
  services.log.error({ visitId, storageKey: ticketKey }, 'the file of a photo is missing');
  throw ticketNotFound();
}

function ticketNotFound(): Refusal {
  return new Refusal(404, 'Photo not found');
}
