import { useInfiniteQuery } from '@tanstack/react-query';
import { pathOf } from '../api/call.ts';
import { readListPage } from '../api/list-page.ts';

type PagedEndpoint = Parameters<typeof readListPage>[0];

/** How often the first pages are read again. */
const refreshEveryMs = 15_000;

/** A customer's list, page by page. */
export function useCustomerPages<E extends PagedEndpoint>(
  endpoint: E,
  customerId: string,
  query: Readonly<Record<string, string>>,
) {
  const path = pathOf(endpoint, { id: customerId });
  return useInfiniteQuery({
    queryKey: [path, query, 'pages'],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => readListPage<E>({ ...endpoint, path }, { ...query, cursor }, signal),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
}
