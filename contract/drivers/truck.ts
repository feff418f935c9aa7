import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { maxPhotoBytes, photoTypes, uploadSeconds } from '../photos.ts';
import { Pickup } from '../pickups.ts';
import { DisposalVisit } from '../routing/disposal.ts';
import { Id, IdParams } from '../values/shapes.ts';
import { PhoneTime } from '../values/time/phone-time.ts';

/** What a driver reports about the truck: the bags that went in, that it was emptied, and the ticket (docs/product/trucks.md). */

export const maxCountedBags = 999;
const countRange = 'Please enter 0 to 999 bags';

/**
 * Saves how many bags the driver counted at an own stop; null: as many as were booked. The price never changes. Otherwise like
 * saveStopNote. 409 also if it was pressed, by `pressedAt` and `sentAt`, before the stop's current day.
 */
export const countBags = endpoint('PATCH', '/api/driver/pickups/:id/bags', 'driver', {
  params: IdParams,
  body: z.object({
    bags: z.nullable(
      z
        .int({ error: 'Please enter a whole number of bags' })
        .check(z.minimum(0, countRange), z.maximum(maxCountedBags, countRange)),
    ),
    /** The same as for completions (contract/drivers.ts). */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: Pickup,
  errors: [400, 404, 409],
});

const tonsRange = 'Please enter the tons as a number from 0.01 to 99.99';
/** The weight on a ticket, with at most two decimals. */
const Tons = z.number({ error: tonsRange }).check(
  z.minimum(0.01, tonsRange),
  z.maximum(99.99, tonsRange),
  z.refine((tons) => tons === Number(tons.toFixed(2)), tonsRange),
);

/**
 * The driver has emptied the truck at a site. It is a fact: if a new plan has removed the visit meanwhile, it is made with this
 * id, for this driver, the day of the press and the site. Sent again it only changes `tons` (null removes it). 404 for another
 * driver's visit and for an unknown site, 409 for a visit of a later day.
 */
export const recordEmptied = endpoint('POST', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  body: z.object({
    siteId: Id,
    tons: z.nullish(Tons),
    /**
     * When the driver pressed, and when the phone sent it, both by the phone's clock: as for completions (contract/drivers.ts).
     */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: DisposalVisit,
  errors: [400, 404, 409],
});

/**
 * Undoes it, within two minutes of the press; the weight and the photo of the ticket go with it. A visit that isn't emptied stays
 * as it is. 409 when it is too late.
 */
export const undoEmptied = endpoint('DELETE', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  /** When the driver pressed Undo, and when the phone sent it. The two minutes are measured by the phone's clock. */
  query: z.object({ pressedAt: z.optional(PhoneTime), sentAt: z.optional(PhoneTime) }),
  response: DisposalVisit,
  errors: [404, 409],
});

/**
 * Attaches the photo of the ticket to an own visit to a disposal site; the body is the file. Rules and limits are those of
 * `attachPhoto`. 409 before the truck was emptied there.
 */
export const attachTicket = endpoint('POST', '/api/driver/disposal-visits/:id/ticket', 'driver', {
  params: IdParams,
  upload: { types: photoTypes, maxBytes: maxPhotoBytes, seconds: uploadSeconds },
  response: DisposalVisit,
  errors: [400, 404, 409, 413, 415, 429],
});

/** The photo of the ticket, for the visit's driver and admins. */
export const getTicket = endpoint('GET', '/api/disposal-visits/:id/ticket', 'staff', {
  params: IdParams,
  download: { types: photoTypes },
  response: z.never(),
  errors: [404],
});
