import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads again what stands on the dispatcher's screens. One change shows in many places (lists, counts, the dashboard, the
 * trail), and only what is on the screen is fetched.
 */
export function refreshAdmin(cache: QueryClient): Promise<void> {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/') });
}
