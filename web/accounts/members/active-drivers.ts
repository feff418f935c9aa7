import { useQuery } from '@tanstack/react-query';
import { listUsers, type User } from '../../../contract/accounts.ts';
import { read } from '../../api/query-client.ts';

const refreshEveryMs = 30_000;

export interface ActiveDrivers {
  /** Undefined while they are being fetched, and when they cannot be. */
  drivers: readonly User[] | undefined;
  isError: boolean;
  /** What is wrong, for a person; empty while nothing is. */
  message: string;
  isFetching: boolean;
  retry: () => void;
}

/** The drivers who can be given stops. The answer's page of customers is of no use here, so it is kept small. */
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
