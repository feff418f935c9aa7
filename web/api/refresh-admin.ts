import type { QueryClient } from '@tanstack/react-query';

/** Refreshes all admin queries: one change shows in many places. Only queries on the screen are refetched. */
export function refreshAdmin(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') });
}
