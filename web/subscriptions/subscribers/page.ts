import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listSubscriptions } from '../../../contract/subscriptions.ts';
import { plans } from '../../../contract/values/prices.ts';
import { readListPage } from '../../api/list-page.ts';
import { listFilters } from '../../ui/list/filters.ts';

export const subscribersRefreshMs = 20_000;
/** The number of rows that each press on 'Show more' adds. */
const rowsPerPress = 50;
/** The list ends at this many rows. The others are found by searching. */
export const maxRows = 500;

export const subscriberStatuses = ['all', 'active', 'paused', 'cancelled'] as const;

export const subscriberFilters = listFilters({
  status: subscriberStatuses,
  package: ['all', ...plans.map(({ id }) => id)],
});
export type SubscriberFilters = typeof subscriberFilters.none;

/**
 * Returns the query for the newest subscribers that match the filters. One request loads all rows on screen,
 * because the request repeats.
 */
export function subscriberPage(filters: SubscriberFilters, limit: number) {
  const { package: type, ...others } = subscriberFilters.write(filters);
  const query = { ...others, ...(type && { type }), sort: 'newest', limit };
  return queryOptions({
    // 'page' separates this entry from a read of the same list without its headers, which has another shape.
    queryKey: [listSubscriptions.path, query, 'page'],
    queryFn: ({ signal }) => readListPage(listSubscriptions, query, signal),
  });
}

/** Loads the list on screen. `showMore` makes it longer; changing a filter makes it short again. */
export function useSubscribers(filters: SubscriberFilters) {
  const [more, setMore] = useState({ filters: '', presses: 0 });
  const filtersKey = JSON.stringify(filters);
  const presses = more.filters === filtersKey ? more.presses : 0;
  const list = useQuery({
    ...subscriberPage(filters, rowsPerPress * (presses + 1)),
    refetchInterval: subscribersRefreshMs,
    placeholderData: keepPreviousData,
  });
  return {
    list,
    /** True while the rows still belong to the previous filter because the next ones are loading. */
    isOutdated: list.isPlaceholderData && presses === 0,
    isLoadingMore: list.isPlaceholderData && presses > 0,
    showMore: () => setMore({ filters: filtersKey, presses: presses + 1 }),
  };
}
