import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { listRoutes, moveRouteStop, type Route } from '../../../contract/routing.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toastFailure } from '../../ui/toast/toast.ts';
import { positionOf, withMoved } from '../route-stops.ts';

export const movingKey = 'move-route-stop';

export interface StopMove {
  readonly pickupId: string;
  /** How many open stops come before it after the move. */
  readonly openBefore: number;
  readonly isPinned: boolean;
}

const { queryKey } = read(listRoutes);

/** Moves stops of a route, one call at a time. A move shows immediately; if the server refuses it, it is reverted. */
export function useMoveStop(routeId: string) {
  const cache = useQueryClient();
  /** The last route that the server returned. */
  const confirmed = useRef<Route | null>(null);
  const mutation = useMutation({
    mutationKey: [movingKey],
    scope: { id: routeId },
    mutationFn: ({ pickupId, isPinned, position }: { pickupId: string; isPinned: boolean; position: number }) =>
      call(moveRouteStop, { params: { id: routeId }, body: { pickupId, position, isPinned } }),
    onSuccess: (route) => {
      confirmed.current = route;
      // While another move is pending, the screen is newer than this response.
      if (isLast()) replace(() => route);
    },
    onError: (error) => {
      replace((route) => confirmed.current ?? route);
      toastFailure(error, "We couldn't move the stop. Please try again.", 'Move Failed');
    },
    onSettled: () => {
      if (isLast()) void refreshAdmin(cache);
    },
  });
  const isLast = () => cache.isMutating({ mutationKey: [movingKey] }) === 1;
  const replace = (change: (route: Route) => Route) =>
    cache.setQueryData<Route[]>(queryKey, (routes) =>
      routes?.map((route) => (route.id === routeId ? change(route) : route)),
    );
  return ({ pickupId, openBefore, isPinned }: StopMove) => {
    const route = cache.getQueryData<Route[]>(queryKey)?.find(({ id }) => id === routeId);
    if (!route) return;
    if (cache.isMutating({ mutationKey: [movingKey] }) === 0) confirmed.current = route;
    void cache.cancelQueries({ queryKey });
    replace((shown) => withMoved(shown, pickupId, openBefore, isPinned));
    mutation.mutate({ pickupId, isPinned, position: positionOf(route, pickupId, openBefore) });
  };
}
