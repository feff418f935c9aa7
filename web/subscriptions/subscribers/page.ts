import { queryOptions } from '@tanstack/react-query';
import { listSubscriptions } from '../../../contract/subscriptions.ts';
import { readListPage } from '../../api/list-page.ts';
import { filtersForServer, type SubscriberFilters } from './filters.ts';

/** How many more rows a press on 'Show more' brings, and where it ends: beyond that one searches. */
export const rowsAPress = 50;
export const mostRows = 500;

/** The newest subscribers under the filters. One request however many are shown: it is sent again and again. */
export function subscriberPage(filters: SubscriberFilters, limit: number) {
  const query = { ...filtersForServer(filters), sort: 'newest', limit };
  return queryOptions({
    // 'page': who asks for the same list without its headers gets another shape.
    queryKey: [listSubscriptions.path, query, 'page'],
    queryFn: ({ signal }) => readListPage(listSubscriptions, query, signal),
  });
}
