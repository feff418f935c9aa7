import type { QueryClient } from '@tanstack/react-query';

const ofAdmin = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).startsWith('/api/admin/'),
};

/**
 * Reads everything the dispatcher sees again, after a change. A list's first read that is under way may be from before the
 * change, and invalidating it would not repeat it, so reads under way are cancelled.
 */
export async function refreshAdmin(cache: QueryClient): Promise<void> {
  await cache.cancelQueries(ofAdmin);
  await cache.invalidateQueries(ofAdmin);
}
