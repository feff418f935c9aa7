import { useQuery } from '@tanstack/react-query';
import { type AdminPickup, listAdminPickups } from '../../../contract/pickups.ts';
import { read } from '../../api/query-client.ts';
import { allRequestStatuses, allRequestTypes } from './filters.ts';

const refreshEveryMs = 15_000;
/** Requests of one address that are looked through for the one that is meant. */
const mostAtAnAddress = 50;

/**
 * A request as it stands now, while it is looked at. It may leave the list beside it (assigned, it is no longer among the
 * pending ones), and what can be done with it must still be true.
 */
export function useLatestRequest(asOpened: AdminPickup, isOpen: boolean): AdminPickup {
  const { data } = useQuery({
    ...read(listAdminPickups, {
      query: {
        ...{ type: allRequestTypes, status: allRequestStatuses },
        ...{ q: asOpened.address, limit: String(mostAtAnAddress) },
      },
    }),
    enabled: isOpen,
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return data?.find(({ id }) => id === asOpened.id) ?? asOpened;
}
