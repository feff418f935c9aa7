import { infiniteQueryOptions } from '@tanstack/react-query';
import { listMembers, roles } from '../../../contract/accounts.ts';
import { readListPage } from '../../api/list-page.ts';
import { listFilters } from '../../ui/list/filters.ts';

/** The filters of All Members. */
export const memberFilters = listFilters({ role: ['all', ...roles] });
export type MemberFilters = typeof memberFilters.none;

/** Fills the last row in one, two and three columns. */
const pageSize = 24;
/** A list older than this is read again when the screen opens: new members may have registered. */
export const membersFreshMs = 5_000;

/** The members that match the filters, newest account first, page by page. */
export function memberPages(filters: MemberFilters) {
  const query = { limit: String(pageSize), ...memberFilters.write(filters) };
  return infiniteQueryOptions({
    queryKey: [listMembers.path, query],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => readListPage(listMembers, { ...query, cursor }, signal),
    getNextPageParam: (page) => page.next,
    staleTime: membersFreshMs,
  });
}
