import { pickupSorts } from '../../../contract/pickups/lists.ts';
import { listFilters } from '../../ui/list/filters.ts';

export const requestStatuses = ['all', 'pending', 'assigned', 'completed', 'issue', 'incomplete', 'cancelled'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

const cursor = /^[\w-]{1,200}$/;
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The filters of One-Time Requests in the URL. `cursor`, `before` and `page` are the position in the list, `pickup` is
 * the open dialog.
 */
export const requestFilters = listFilters(
  { status: requestStatuses, sort: pickupSorts },
  {
    ...{ day: /^\d{4}-\d{2}-\d{2}$/, driver: new RegExp(`^none$|${id.source}`), area: /^\d{5}$/ },
    ...{ cursor, before: cursor, page: /^[1-9]\d{0,3}$/, pickup: id },
  },
);
export type RequestFilters = typeof requestFilters.none;

/** The position of the first page, where another filter starts. */
export const firstPage = { cursor: '', before: '', page: '' };

/** Returns the page's number, counted from 1. Without a position in the list it is 1, whatever `page` says. */
export const pageOf = ({ page, cursor: after, before }: Pick<RequestFilters, 'page' | 'cursor' | 'before'>) =>
  after || before ? Number(page) || 2 : 1;

/** Returns true if a search, a day, a driver or an area narrows the list. */
export const isNarrowed = ({ q, day, driver, area }: RequestFilters) => [q, day, driver, area].some(Boolean);

/** Every service type except a plan's stops. */
const allRequestTypes = 'one-time,same-day,next-day';

export const maxRequestsShown = 10;

export function requestQuery(filters: RequestFilters) {
  const { page: _page, pickup: _pickup, ...asked } = requestFilters.write(filters);
  return { ...asked, type: allRequestTypes, sort: filters.sort, limit: String(maxRequestsShown) };
}
