import * as z from 'zod/mini';
import { Place } from '../values/places.ts';
import { Id, Timestamp } from '../values/shapes.ts';

/**
 * Visits to the disposal sites where trucks are emptied. They are part of a driver's route (docs/product/trucks.md).
 */

/**
 * A visit to a disposal site. It has a place among the stops of a driver's day, but no `routeOrder`, because that
 * counts only stops.
 */
export const DisposalVisit = z.object({
  id: Id,
  siteId: Id,
  siteName: z.string(),
  address: z.string(),
  place: z.nullable(Place),
  /** The number of the driver's stops before it. */
  afterStops: z.int(),
  /** Minutes at the site. */
  minutes: z.int(),
  /** The bags on board when the truck gets there. */
  bags: z.int(),
  /** Miles from the place before it; null when that place is unknown. */
  milesFromPrevious: z.nullable(z.number()),
  estimatedArrival: z.nullable(Timestamp),
  /** When the driver pressed 'Emptied'; null until then. */
  emptiedAt: z.nullable(Timestamp),
  /** The weight on the ticket in tons, such as "3.25"; null when the driver didn't enter it. */
  tons: z.nullable(z.string()),
  hasTicketPhoto: z.boolean(),
});
export type DisposalVisit = z.output<typeof DisposalVisit>;
