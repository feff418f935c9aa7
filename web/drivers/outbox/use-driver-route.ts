import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SignedOutError } from '../../api/api-error.ts';
import { applyActions } from './apply-actions.ts';
import { driverRouteQuery } from './driver-route-query.ts';
import { useOutboxState, waitingOf } from './outbox-state.ts';
import { useOnline } from './use-online.ts';
import { useToday } from './use-today.ts';

/** What is sent at once is not worth a mark: one that comes and goes reads as a fault. */
const markedAfterMs = 2000;

/**
 * The driver's route as the driver has left it: the last answer of GET /api/driver/route, kept on the phone, with
 * everything that waits in the outbox applied to the stops. It is polled by the frame around the driver's pages
 * (driver-frame.tsx), every 30 s, whichever of them is open.
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
  const isOffline = !isOnline || outbox.isUnreached || (error !== null && !(error instanceof SignedOutError));
  const waitingIds = useMemo((): ReadonlySet<string> => {
    const marked = waitingOf(outbox).filter(
      ({ attempts, pressedAtMs }) => isOffline || attempts > 0 || Date.now() - pressedAtMs > markedAfterMs,
    );
    return new Set(marked.map(({ pickupId }) => pickupId));
  }, [outbox, isOffline]);
  return { ...query, data, isOffline, waitingIds, today };
}
