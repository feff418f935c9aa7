import { toastFailure } from '../toast/toast.ts';

interface PagedQuery {
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean; error: Error | null }>;
}

/** Loads the next page of a list. Shows an error as a toast, with `failure` as its text if the server gives no reason. */
export async function loadNextPage(query: PagedQuery, failure: string): Promise<void> {
  const { isFetchNextPageError, error } = await query.fetchNextPage();
  if (isFetchNextPageError) toastFailure(error, failure);
}
