import { useEffect, useRef } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { classNames } from '../../ui/class-names.ts';
import { requestColumns } from './columns.ts';
import { RequestRow } from './row.tsx';

interface RequestListProps {
  requests: readonly AdminPickup[];
  /** The list belongs to the previous filter; the one asked for is on its way. */
  isOutdated: boolean;
  onOpen: (request: AdminPickup) => void;
  onReschedule: (request: AdminPickup) => void;
}

/** The requests that the filters let through. */
export function RequestList({ requests, isOutdated, onOpen, onReschedule }: RequestListProps) {
  const drivers = useActiveDrivers();
  const rows = useRef(new Map<string, HTMLLIElement>());
  const actedAt = useRef<number | null>(null);

  // A pressed button can vanish with its row. Somebody at the keyboard then goes on at the row that took its place.
  useEffect(() => {
    const index = actedAt.current;
    actedAt.current = null;
    if (index === null || document.activeElement !== document.body) return;
    const neighbour = requests[Math.min(index, requests.length - 1)];
    if (neighbour) rows.current.get(neighbour.id)?.focus({ preventScroll: true });
  }, [requests]);

  const today = dateKeyOf(new Date());
  return (
    <div className={classNames('transition-opacity', isOutdated && 'opacity-60')} aria-busy={isOutdated}>
      <div
        aria-hidden="true"
        className={`hidden border-ink border-b-2 pb-2 font-display font-semibold text-[0.9375rem] ${requestColumns}`}
      >
        <span>Status</span>
        <span>Address</span>
        <span>Scheduled</span>
        <span className="text-right">Amount</span>
        <span>Driver</span>
      </div>
      <ul aria-label="Requests" className="grid grid-cols-1 gap-3 @2xl:grid-cols-2 @4xl:block">
        {requests.map((request, index) => (
          <RequestRow
            key={request.id}
            ref={(row) => {
              if (row) rows.current.set(request.id, row);
              return () => {
                rows.current.delete(request.id);
              };
            }}
            request={request}
            drivers={drivers}
            today={today}
            onAct={() => {
              actedAt.current = index;
            }}
            onOpen={() => onOpen(request)}
            onReschedule={() => onReschedule(request)}
          />
        ))}
      </ul>
    </div>
  );
}
