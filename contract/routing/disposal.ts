import * as z from 'zod/mini';
import { Place } from '../values/places.ts';
import { Id, Timestamp } from '../values/shapes.ts';

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
