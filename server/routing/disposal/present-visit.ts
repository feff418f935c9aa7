import type { z } from 'zod/mini';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { milesOf } from '../travel/travel-rules.ts';
import type { VisitRow } from './visits.store.ts';

/** Presents a visit to drivers and dispatchers. */
export function presentVisit(row: VisitRow): z.input<typeof DisposalVisit> {
  const { id, siteId, siteName, address, afterStops, minutes, bags, tons } = row;
  return {
    ...{ id, siteId, siteName, address, afterStops, minutes, bags, tons },
    place: placeOf(row),
    milesFromPrevious: row.legMeters === null ? null : milesOf(row.legMeters),
    estimatedArrival: row.estimatedArrival?.toISOString() ?? null,
    emptiedAt: row.emptiedAt?.toISOString() ?? null,
    hasTicketPhoto: row.ticketKey !== null,
  };
}
