import { useQuery } from '@tanstack/react-query';
import { listUsers, type User } from '../../../contract/accounts.ts';
import { read } from '../../api/query-client.ts';

const refreshEveryMs = 30_000;

export interface ActiveDrivers {
  /** Undefined until loaded. */
  drivers: readonly User[] | undefined;
  isError: boolean;
  /** Why loading failed; '' if it didn't. */
  message: string;
  isFetching: boolean;
  retry: () => void;
}

/**
 * Loads the drivers who can be assigned stops, and refetches them every 30 s. The response also contains a page of
 * customers, which `limit` keeps small.
 */
export function useActiveDrivers(): ActiveDrivers {
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...read(listUsers, { query: { limit: '1' } }),
    refetchInterval: refreshEveryMs,
    select: ({ drivers }) => drivers.filter((driver) => driver.isActive),
  });
  return {
    drivers: data,
    isError: isError && data === undefined,
    message: error?.message ?? '',
    isFetching,
    retry: () => void refetch(),
  };
}
