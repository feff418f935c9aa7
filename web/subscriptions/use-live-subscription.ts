import { useQuery } from '@tanstack/react-query';
import { getSubscription } from '../../contract/subscriptions.ts';
import { read } from '../api/query-client.ts';

/** Loads the customer's active or paused plan. `live` is null if there is none, undefined while it is loading. */
export function useLiveSubscription() {
  const { data, isLoading, isError, isFetching, refetch } = useQuery(read(getSubscription));
  const isLive = data?.status === 'active' || data?.status === 'paused';
  return {
    live: data && (isLive ? data : null),
    isLoading,
    isError: isError && data === undefined,
    isFetching,
    refetch,
  };
}
