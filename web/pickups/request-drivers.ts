import { useQuery } from '@tanstack/react-query';
import { listUsers, type User } from '../../contract/accounts.ts';
import { read } from '../api/query-client.ts';

const refreshEveryMs = 30_000;

export interface ActiveDrivers {
  /** Undefined while they are being fetched, and when they cannot be. */
  drivers: readonly User[] | undefined;
  isError: boolean;
  retry: () => void;
}

/** The drivers a pickup can be given to. The answer's page of customers is of no use here, so it is kept small. */
export function useActiveDrivers(): ActiveDrivers {
  const { data, isError, refetch } = useQuery({
    ...read(listUsers, { query: { limit: '1' } }),
    refetchInterval: refreshEveryMs,
    select: ({ drivers }) => drivers.filter((driver) => driver.isActive),
  });
  return { drivers: data, isError: isError && data === undefined, retry: () => void refetch() };
}
