import { pickupStatuses } from '../../../contract/pickups.ts';
import type { SearchParams } from '../../api/search-params.ts';

/** The filters of One-Time Requests. They live in the address, so that back, forward and reload keep them. */
export const requestStatuses = ['all', 'pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export interface RequestFilters {
  readonly status: RequestStatus;
  readonly sort: 'newest' | 'oldest';
  readonly q: string;
}

/** What is no stop of a subscription. */
export const allRequestTypes = 'one-time,same-day,next-day';

/** Those that are cancelled too, which no filter but their own lists. */
export const allRequestStatuses = pickupStatuses.join(',');

/** The admin's request list shows at most this many (ADMIN-21). */
export const maxRequestsShown = 10;

/** What the server takes as a search (contract, ListQuery). */
const maxSearchLength = 255;

/** Reads the filters from an address; what the address does not say, or says wrongly, is the default. */
export function readFilters(search: SearchParams): RequestFilters {
  return {
    status: requestStatuses.find((status) => status === search.status) ?? 'all',
    sort: search.sort === 'oldest' ? 'oldest' : 'newest',
    q: (search.q ?? '').trim().slice(0, maxSearchLength),
  };
}

/** The way back; a default leaves no trace in the address. */
export function filtersInAddress(filters: RequestFilters): SearchParams {
  return {
    status: filters.status === 'all' ? undefined : filters.status,
    sort: filters.sort === 'newest' ? undefined : filters.sort,
    q: filters.q || undefined,
  };
}

/** The same filters as the server's list takes them. */
export function filtersForServer(filters: RequestFilters) {
  return {
    type: allRequestTypes,
    sort: filters.sort,
    limit: String(maxRequestsShown),
    ...(filters.status !== 'all' && { status: filters.status }),
    ...(filters.q && { q: filters.q }),
  };
}
