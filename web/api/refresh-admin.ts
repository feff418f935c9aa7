import type { QueryClient } from '@tanstack/react-query';

/**
 * Refreshes all admin queries, because one change shows in many places (lists, counts, the dashboard, the change
 * history). Only queries that are on the screen are refetched.
 */
export function refreshAdmin(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') });
}
