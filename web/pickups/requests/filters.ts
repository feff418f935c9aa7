import { pickupStatuses } from '../../../contract/pickups.ts';
import { listFilters } from '../../ui/list/filters.ts';

export const requestStatuses = ['all', 'pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestFilters = listFilters({ status: requestStatuses, sort: ['newest', 'oldest'] });
export type RequestFilters = typeof requestFilters.none;

/** Every service type except a plan's stops. */
export const allRequestTypes = 'one-time,same-day,next-day';

/** Includes cancelled requests, which the list leaves out unless they are asked for. */
export const allRequestStatuses = pickupStatuses.join(',');

export const maxRequestsShown = 10;

export function requestQuery(filters: RequestFilters) {
  return {
    ...requestFilters.write(filters),
    type: allRequestTypes,
    sort: filters.sort,
    limit: String(maxRequestsShown),
  };
}
