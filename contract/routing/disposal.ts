import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Place } from '../values/places.ts';
import { Id, IdParams, PhoneTime, Timestamp } from '../values/shapes.ts';

/** Where trucks are emptied, and the visits there, which are part of a driver's route (docs/product/trucks.md). */

/** A visit to a disposal site. It has a place among the stops of a driver's day, but no `routeOrder`: that counts stops. */
export const DisposalVisit = z.object({
  id: Id,
  siteId: Id,
  siteName: z.string(),
  address: z.string(),
  place: z.nullable(Place),
  /** How many stops of the driver's day come before it. */
  afterStops: z.int(),
  /** Minutes at the site. */
  minutes: z.int(),
  /** What the truck has on board when it gets there. */
  bags: z.int(),
  /** Miles from the stop before it; null without a known start. */
  milesFromPrevious: z.nullable(z.number()),
  estimatedArrival: z.nullable(Timestamp),
  /** When the driver pressed 'Emptied'; null while it is planned. */
  emptiedAt: z.nullable(Timestamp),
  /** The weight on the ticket, such as "3.25"; null when the driver didn't enter it. */
  tons: z.nullable(z.string()),
  hasTicketPhoto: z.boolean(),
});
export type DisposalVisit = z.output<typeof DisposalVisit>;

const tonsRange = 'Please enter the tons as a number from 0.01 to 99.99';
/** The weight on a ticket, with at most two decimals. */
export const Tons = z.number({ error: tonsRange }).check(
  z.minimum(0.01, tonsRange),
  z.maximum(99.99, tonsRange),
  z.refine((tons) => tons === Number(tons.toFixed(2)), tonsRange),
);

/**
 * The driver has emptied the truck at a site. It is a fact: if a new plan has removed the visit meanwhile, it is made with this id, for
 * this driver, the day of the press and the site. Sent again it only changes `tons` (null removes it). 404 for another driver's visit
 * and for an unknown site, 409 for a visit of a later day.
 */
export const recordEmptied = endpoint('POST', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  body: z.object({
    siteId: Id,
    tons: z.nullish(Tons),
    /** When the driver pressed, and when the phone sent it, both by the phone's clock: as for completions (contract/drivers.ts). */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: DisposalVisit,
  errors: [400, 404, 409],
});

/**
 * Undoes it, within two minutes of the press; the weight and the photo of the ticket go with it. A visit that isn't emptied stays as it
 * is. 409 when it is too late.
 */
export const undoEmptied = endpoint('DELETE', '/api/driver/disposal-visits/:id/emptied', 'driver', {
  params: IdParams,
  /** When the driver pressed Undo, and when the phone sent it. The two minutes are measured by the phone's clock. */
  query: z.object({ pressedAt: z.optional(PhoneTime), sentAt: z.optional(PhoneTime) }),
  response: DisposalVisit,
  errors: [404, 409],
});
