import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { maxPhotoBytes, photoTypes, uploadSeconds } from '../photos.ts';
import { Pickup } from '../pickups.ts';
import { DisposalVisit } from '../routing/disposal.ts';
import { Id, IdParams } from '../values/shapes.ts';
import { PhoneTime } from '../values/time/phone-time.ts';

/** A driver's reports about the truck: counted bags, emptied loads and tickets (docs/product/trucks.md). */

export const maxCountedBags = 999;
const countRange = 'Please enter 0 to 999 bags';

/**
 * Saves the number of bags that the driver counted at one of their own stops; null means as many as booked. The price
 * never changes. `Idempotency-Key` works as in `saveStopNote`. 409 also if the press, by `pressedAt` and `sentAt`, was
 * before the stop's current day.
 */
export const countBags = endpoint('PATCH', '/api/driver/pickups/:id/bags', 'driver', {
  params: IdParams,
  body: z.object({
    bags: z.nullable(
      z
        .int({ error: 'Please enter a whole number of bags' })
        .check(z.minimum(0, countRange), z.maximum(maxCountedBags, countRange)),
    ),
    /** `pressedAt` and `sentAt` are as in `completeBulk` (contract/drivers.ts). */
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
 * Records that the driver has emptied the truck at a site. If a new route plan has removed the visit in the meantime,
 * it is created again with this id, driver and site, on the day of the press. A repeated call only changes `tons` (null
 * removes it). 404 for another driver's visit and for an unknown site, 409 for a visit of a later day.
 */
export const recordEmptied = endpoint('POST', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  body: z.object({
    siteId: Id,
    tons: z.nullish(Tons),
    /**
     * When the driver pressed and when the phone sent the request, by the phone's clock, as in `completeBulk`
     * (contract/drivers.ts).
     */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: DisposalVisit,
  errors: [400, 404, 409],
});

/**
 * Undoes `recordEmptied` within two minutes of the press, and deletes the weight and the photo of the ticket. Changes
 * nothing for a visit that isn't emptied. 409 after the two minutes.
 */
export const undoEmptied = endpoint('DELETE', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  /**
   * When the driver pressed Undo and when the phone sent the request, by the phone's clock. The two minutes are
   * measured by it.
   */
  query: z.object({ pressedAt: z.optional(PhoneTime), sentAt: z.optional(PhoneTime) }),
  response: DisposalVisit,
  errors: [404, 409],
});

/**
 * Attaches the photo of the ticket to one of the driver's own disposal visits; the body is the file. Rules and limits
 * are those of `attachPhoto`. 409 until the driver has recorded that the truck is emptied, and when it is too late.
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
