import { infiniteQueryOptions } from '@tanstack/react-query';
import { listMembers } from '../../../contract/accounts.ts';
import { readListPage } from '../../api/list-page.ts';
import type { MemberFilters } from './filters.ts';

/** Ends evenly in one, two and three columns. */
const pageSize = 24;
/** Back on the page after this long, the list is read again: somebody may have registered meanwhile. */
export const membersFreshMs = 5_000;

/** Everybody whom the filters let through, the newest account first, page by page. */
export function memberPages({ role, q }: MemberFilters) {
  const query = { limit: String(pageSize), ...(role !== 'all' && { role }), ...(q && { q }) };
  return infiniteQueryOptions({
    queryKey: [listMembers.path, query],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => readListPage(listMembers, { ...query, cursor }, signal),
    getNextPageParam: (page) => page.next,
    staleTime: membersFreshMs,
  });
}
