import { CalendarClock, ChevronRight } from 'lucide-react';
import { type Ref, useEffect, useId, useRef } from 'react';
import { type AdminPickup, bagsText, canMove } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { type ActiveDrivers, useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ColumnList, columnRow } from '../../ui/list/column-list.tsx';
import { Money } from '../../ui/money.tsx';
import { IncompleteLine } from '../incomplete-line.tsx';
import { RequestActions } from './actions.tsx';
import { RequestBadges, RequestId } from './request-head.tsx';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

interface RequestListProps {
  requests: readonly AdminPickup[];
  /** The rows belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  onOpen: (request: AdminPickup) => void;
  onReschedule: (request: AdminPickup) => void;
}

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

/** The columns of a row and of the list's head. */
const requestColumns = '@4xl:grid @4xl:grid-cols-[7rem_minmax(0,1fr)_10.75rem_5rem_17.5rem] @4xl:gap-x-4';

interface RequestRowProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  today: DateKey;
  /** Called when something is pressed, before the list changes. */
  onAct: () => void;
  onOpen: () => void;
  onReschedule: () => void;
  ref: Ref<HTMLLIElement>;
}

function RequestRow({ request, drivers, today, onAct, onOpen, onReschedule, ref }: RequestRowProps) {
  const addressId = useId();
  const schedule = scheduleOf(request, today);
  const hint = priceHintOf(request.serviceType);
  const payment = paymentStateOf(request.paymentStatus);
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
        'flex flex-wrap content-start items-center outline-none focus-visible:outline-3',
      )}
    >
      <div className="-mt-2 mb-1 flex basis-full items-center justify-between gap-2 tiny:flex-wrap @4xl:my-0 @4xl:flex-col @4xl:items-start @4xl:gap-0 @4xl:pt-2">
        <span className="flex flex-wrap items-center gap-1.5">
          <RequestBadges request={request} />
        </span>
        <RequestId id={request.id} />
      </div>
      <div className="min-w-0 basis-full @4xl:pt-2">
        <h2 id={addressId} className="font-sans font-semibold text-lg leading-snug tracking-normal @4xl:text-base">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="-my-2.5 min-h-11 w-full break-words rounded-control py-2.5 text-left decoration-2 underline-offset-3 hover:underline"
          >
            {request.address}
            <ChevronRight className="-mt-0.5 ml-0.5 inline size-4.5 text-azure" aria-hidden="true" />
          </button>
        </h2>
        <p className="mt-0.5 break-words text-soft">
          {bagsText(request.bagCount)} · {request.customerUsername ?? 'Unknown'}
        </p>
        {request.isOutsideArea && <p className="mt-0.5 text-brick">Outside the service area</p>}
        <IncompleteLine pickup={request} isShort />
      </div>
      {/* In a card, Reschedule is beside the amount, below the date. */}
      <div className="contents @4xl:block @4xl:pt-2">
        <dl className="mt-3 grid basis-full grid-cols-2 tiny:grid-cols-1 gap-x-4 gap-y-0.5 @4xl:mt-0 @4xl:grid-cols-1">
          <div>
            <dt className="text-soft text-sm @4xl:sr-only">Scheduled</dt>
            <dd className={classNames(schedule.isOverdue && 'font-semibold text-brick')}>
              {schedule.text}
              {schedule.isOverdue && <span className="block text-sm @4xl:text-base">Overdue</span>}
            </dd>
          </div>
          <div>
            <dt className="text-soft text-sm @4xl:sr-only">Created</dt>
            <dd className="text-soft @4xl:text-sm">
              <span className="hidden @4xl:inline" aria-hidden="true">
                Created{' '}
              </span>
              {createdTextOf(request.createdAt)}
            </dd>
          </div>
        </dl>
        {canMove(request.status, 'reschedule') && (
          <Button
            variant="quiet"
            size="sm"
            className="order-1 mt-2 -mr-3 px-3! @4xl:mt-0 @4xl:mr-0 @4xl:-ml-3"
            icon={<CalendarClock className="size-4.5" aria-hidden="true" />}
            aria-haspopup="dialog"
            aria-describedby={addressId}
            onClick={onReschedule}
          >
            Reschedule
          </Button>
        )}
      </div>
      <div className="mt-2 flex min-h-11 grow basis-32 flex-wrap items-center gap-x-2.5 gap-y-1 @4xl:mt-0 @4xl:min-h-0 @4xl:flex-col @4xl:items-end @4xl:gap-0.5 @4xl:pt-2">
        <Money amount={request.amount} className="font-semibold text-lg @4xl:text-base" />
        {hint && <span className="text-soft text-[0.9375rem] tabular-nums">{hint}</span>}
        {/* Paid is shown only on a cancelled request: its money was not refunded. */}
        {(payment.label !== 'Paid' || request.status === 'cancelled') && (
          <Badge tone={payment.tone}>{payment.label}</Badge>
        )}
      </div>
      <div className="order-2 mt-2 basis-full @4xl:order-none @4xl:mt-0">
        <RequestActions request={request} drivers={drivers} describedBy={addressId} onAct={onAct} />
      </div>
    </li>
  );
}
