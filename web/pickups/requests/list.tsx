import { useEffect, useRef } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { ColumnList } from '../../ui/list/column-list.tsx';
import { RequestRow, requestColumns } from './row.tsx';

interface RequestListProps {
  requests: readonly AdminPickup[];
  /** The rows belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  onOpen: (request: AdminPickup) => void;
  onReschedule: (request: AdminPickup) => void;
}

/** The requests that match the filters. */
export function RequestList({ requests, isOutdated, onOpen, onReschedule }: RequestListProps) {
  const drivers = useActiveDrivers();
  const rows = useRef(new Map<number, HTMLLIElement>());
  const actedAt = useRef<number | null>(null);

  // A pressed button can disappear with its row. The focus then moves to the row that took its place.
  useEffect(() => {
    const index = actedAt.current;
    actedAt.current = null;
    if (index === null || document.activeElement !== document.body) return;
    rows.current.get(Math.min(index, requests.length - 1))?.focus({ preventScroll: true });
  }, [requests]);

  const today = dateKeyOf(new Date());
  return (
    <ColumnList
      label="Requests"
      columns={requestColumns}
      isOutdated={isOutdated}
      head={
        <>
          <span>Status</span>
          <span>Address</span>
          <span>Scheduled</span>
          <span className="text-right">Amount</span>
          <span>Driver</span>
        </>
      }
    >
      {requests.map((request, index) => (
        <RequestRow
          key={request.id}
          ref={(row) => {
            if (row) rows.current.set(index, row);
            return () => {
              rows.current.delete(index);
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
    </ColumnList>
  );
}
