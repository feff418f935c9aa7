import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { applyActions } from './apply-actions.ts';
import { useToday } from './day/use-day.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import { hasSignal, useOutboxState, waitingOf } from './outbox-state.ts';

/** An action that is sent immediately gets no badge, because a badge that flashes looks like an error. */
const badgeAfterMs = 2000;

/**
 * Returns the driver's route with the driver's own actions: the last response of GET /api/driver/route, or the one
 * saved on the phone, with the outbox applied. The frame around the driver's pages polls it (driver-frame.tsx).
 */
export function useDriverRoute() {
  const query = useQuery({ ...driverRouteQuery, retryOnMount: false });
  const outbox = useOutboxState();
  const today = useToday();
  const isOnline = useOnline();
  const { data: read, error } = query;
  const data = useMemo(
    () => (read ? applyActions(read.schedule, read.askedAtMs, outbox.actions, today, Date.now()) : undefined),
    [read, outbox.actions, today],
  );
  const isOffline = !hasSignal({ outbox, isOnline, error });
  const waitingIds = useMemo((): ReadonlySet<string> => {
    const marked = waitingOf(outbox).filter(
      ({ attempts, pressedAtMs }) => isOffline || attempts > 0 || Date.now() - pressedAtMs > badgeAfterMs,
    );
    return new Set(marked.map(({ pickupId }) => pickupId));
  }, [outbox, isOffline]);
  return { ...query, data, isOffline, waitingIds, today };
}

/** Returns true if the phone believes that it has a network. In a dead spot the phone may still report one. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
