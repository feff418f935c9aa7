import type { QueryClient } from '@tanstack/react-query';

const ofAdmin = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith('/api/admin/'),
};

/**
 * Refetches everything the dispatcher sees, after a change. Cancels reads in flight first: they may be from before the
 * change, and invalidating a list doesn't restart its first read.
 */
export async function refreshAdmin(cache: QueryClient): Promise<void> {
  await cache.cancelQueries(ofAdmin);
  await cache.invalidateQueries(ofAdmin);
}
