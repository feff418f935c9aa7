import { useInfiniteQuery } from '@tanstack/react-query';
import { listCustomerBilling, listCustomerPickups } from '../../contract/customers.ts';
import { pathOf } from '../api/call.ts';
import { type Listing, readListPage } from '../api/list-page.ts';

/** How often the first pages are refetched. */
const refreshEveryMs = 15_000;

/** Loads a customer's list page by page. */
function useCustomerPages<Item>(endpoint: Listing<Item>, customerId: string, query: Readonly<Record<string, string>>) {
  const path = pathOf(endpoint, { id: customerId });
  return useInfiniteQuery({
    queryKey: [path, query, 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => readListPage({ ...endpoint, path }, { ...query, cursor }, signal),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
}

const pageSize = '5';

/** Loads the lists of a customer's page, five items at a time. */
export function useCustomerLists(customerId: string) {
  return {
    upcoming: useCustomerPages(listCustomerPickups, customerId, { when: 'upcoming', limit: pageSize }),
    past: useCustomerPages(listCustomerPickups, customerId, { when: 'past', limit: pageSize }),
    billing: useCustomerPages(listCustomerBilling, customerId, { status: 'succeeded,failed', limit: pageSize }),
  };
}
