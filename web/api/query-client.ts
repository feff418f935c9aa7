import { QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { CallResult, Endpoint } from '../../contract/endpoint.ts';
import { call, type LooseArgs, type Parts, pathOf, type Rest, send } from './call.ts';
import { stringifySearch } from './search-params.ts';

/** Default data reads (TIME-7): no automatic interval, no refetch on focus, never stale, no retries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      queryFn: readKey,
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false,
      refetchOnWindowFocus: false,
      retry: false,
      // Fail immediately when offline: a paused change may no longer be wanted when it is sent.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** GETs the key's segments joined by slashes, as the default read. A trailing object is the query. */
async function readKey({ queryKey, signal }: QueryFunctionContext): Promise<unknown> {
  const last = queryKey.at(-1);
  const query = typeof last === 'object' && last !== null ? (last as Record<string, unknown>) : undefined;
  const path = (query ? queryKey.slice(0, -1) : queryKey).join('/') + stringifySearch(query);
  const response = await send({ access: 'user' }, path, { method: 'GET', signal });
  return response.json();
}

type ReadArgs<E extends Endpoint> = object extends Parts<E> ? [args?: Parts<E>] : [args: Parts<E>];

/**
 * Returns a GET of the contract as query options: `useQuery(read(listPickups, { query: { status: 'completed' } }))`.
 * More options can be spread beside it. The key starts with the path, so `invalidateQueries({ queryKey:
 * [listPickups.path] })` refreshes the list with every filter.
 */
export function read<E extends Endpoint>(endpoint: E, ...[args]: ReadArgs<E>) {
  const { params, query } = (args ?? {}) as LooseArgs;
  const path = pathOf(endpoint, params);
  return queryOptions({
    queryKey: query ? [path, query] : [path],
    queryFn: ({ signal }): Promise<CallResult<E>> =>
      call(endpoint, ...([{ params, query, signal }] as unknown as Rest<E>)),
  });
}
