import { useIsMutating, useQuery } from '@tanstack/react-query';
import { listRoutes } from '../../../contract/routing.ts';
import { read } from '../../api/query-client.ts';
import { stopsRefreshMs } from '../day-stops.ts';
import { movingKey } from '../order/use-move-stop.ts';

/** The plans of the last week, of today and of the days to come. */
export function usePlannedRoutes() {
  // An answer from before a move would put the stop back under the finger.
  const isMoving = useIsMutating({ mutationKey: [movingKey] }) > 0;
  return useQuery({ ...read(listRoutes), refetchInterval: isMoving ? false : stopsRefreshMs });
}
