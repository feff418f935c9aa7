import { useQuery } from '@tanstack/react-query';
import { getSubscription } from '../../contract/subscriptions.ts';
import { read } from '../api/query-client.ts';

/** The plan that this customer has: active or paused, null without one; undefined while it is not known. */
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
