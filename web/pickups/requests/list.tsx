import { type Ref, useEffect, useId, useRef } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { type ActiveDrivers, useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { serverToday } from '../../api/server-clock.ts';
import { ColumnList, columnRow } from '../../ui/list/column-list.tsx';
import { PickupMoves } from '../moves/pickup-moves.tsx';
import { PickupStatusBadge } from '../pickup-status-badge.tsx';
import { RequestId } from './request-head.tsx';
import { RequestDates, RequestDriver, RequestMoney, RequestPlace } from './row-cells.tsx';
import type { Selection } from './several/use-selection.ts';

interface RequestListProps {
  requests: readonly AdminPickup[];
  /** True while the rows belong to the previous filter and the next ones load. */
  isOutdated: boolean;
  selection: Selection;
  onOpen: (request: AdminPickup) => void;
}

export function RequestList({ requests, isOutdated, selection, onOpen }: RequestListProps) {
  const drivers = useActiveDrivers();
  const rows = useRef(new Map<number, HTMLLIElement>());
  const actedAt = useRef<number | null>(null);

  // If a pressed button disappears with its row, the focus moves to the row that took its place.
  useEffect(() => {
    const index = actedAt.current;
    actedAt.current = null;
    if (index === null || document.activeElement !== document.body) return;
    rows.current.get(Math.min(index, requests.length - 1))?.focus({ preventScroll: true });
  }, [requests]);

  const today = serverToday();
  return (
    <ColumnList
      label="Requests"
      columns={requestColumns}
      isOutdated={isOutdated}
      head={
        <>
          <span />
          <span>Status</span>
          <span>Address</span>
          <span>Scheduled</span>
          <span className="text-right">Amount</span>
          <span>Driver</span>
          <span />
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
          selection={selection}
          onAct={() => {
            actedAt.current = index;
          }}
          onOpen={() => onOpen(request)}
        />
      ))}
    </ColumnList>
  );
}

/** The columns of a row and of the list's head. */
const requestColumns =
  '@4xl:grid @4xl:grid-cols-[2.25rem_6.5rem_minmax(0,1fr)_9.25rem_7rem_15rem_2.75rem] @4xl:gap-x-3';

interface RequestRowProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  today: DateKey;
  selection: Selection;
  /** Called when a button of the row is pressed, before the list changes. */
  onAct: () => void;
  onOpen: () => void;
  ref: Ref<HTMLLIElement>;
}

/** A card, or a line with its buttons below if there is room for columns. */
function RequestRow({ request, drivers, today, selection, onAct, onOpen, ref }: RequestRowProps) {
  const addressId = useId();
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={addressId}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget) onOpen();
      }}
      className={columnRow(
        requestColumns,
        'flex flex-wrap content-start items-center outline-none focus-visible:outline-3 @4xl:items-center! @4xl:py-1.5!',
        selection.has(request.id) ? 'bg-azure-wash!' : '',
      )}
    >
      <label className="-my-2 -ml-2 grid size-11 shrink-0 cursor-pointer place-items-center @4xl:my-0 @4xl:-ml-1">
        <input
          type="checkbox"
          aria-label={`Select ${request.address}`}
          checked={selection.has(request.id)}
          onChange={() => selection.toggle(request)}
          className="size-5 cursor-pointer accent-azure"
        />
      </label>
      <div className="-my-2 flex min-w-0 grow items-center justify-between gap-2 tiny:flex-wrap @4xl:my-0 @4xl:block">
        <PickupStatusBadge status={request.status} />
        <RequestId id={request.id} className="@4xl:min-h-6! @4xl:-mx-1 @4xl:px-1! @4xl:text-sm" />
      </div>
      <RequestPlace request={request} addressId={addressId} onOpen={onOpen} />
      <RequestDates request={request} today={today} />
      <RequestMoney request={request} />
      <div className="mt-2 min-w-0 basis-full @4xl:mt-0">
        <RequestDriver request={request} drivers={drivers} describedBy={addressId} onAct={onAct} />
      </div>
      <div className="hidden @4xl:block">
        <PickupMoves pickup={request} without={request.status === 'pending' ? ['assign'] : []} onAct={onAct} />
      </div>
      <div className="mt-2 basis-full empty:hidden @4xl:col-start-3 @4xl:-col-end-1 @4xl:mt-1 @4xl:[&_button]:grow-0">
        <PickupMoves
          pickup={request}
          layout="buttons"
          without={request.status === 'pending' ? ['assign', 'cancel'] : ['cancel']}
          onAct={onAct}
        />
      </div>
    </li>
  );
}
