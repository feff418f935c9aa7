import { ChevronRight, MapPinOff } from 'lucide-react';
import { type Ref, useEffect, useId, useRef } from 'react';
import { type AdminPickup, bagsText } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { type ActiveDrivers, useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { classNames } from '../../ui/class-names.ts';
import { ColumnList, columnRow } from '../../ui/list/column-list.tsx';
import { Money } from '../../ui/money.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { CustomerName } from '../customer-name.tsx';
import { IncompleteLine } from '../incomplete-line.tsx';
import { PickupMoves } from '../moves/pickup-moves.tsx';
import { PickupStatusBadge } from '../pickup-status-badge.tsx';
import { RequestAssign } from './assign.tsx';
import { RequestId, UrgentTag } from './request-head.tsx';
import type { Selection } from './several/use-selection.ts';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

interface RequestListProps {
  requests: readonly AdminPickup[];
  /** The rows belong to the previous filter while the next ones load. */
  isOutdated: boolean;
  selection: Selection;
  onOpen: (request: AdminPickup) => void;
}

export function RequestList({ requests, isOutdated, selection, onOpen }: RequestListProps) {
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
  /** Called when something is pressed, before the list changes. */
  onAct: () => void;
  onOpen: () => void;
  ref: Ref<HTMLLIElement>;
}

/** A card; a line of at most 64 px where there is room for columns. */
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
      <div className="mt-2 min-w-0 basis-full space-y-2 @4xl:mt-0 @4xl:space-y-0">
        <RequestDriver request={request} drivers={drivers} describedBy={addressId} onAct={onAct} />
        <div className="@4xl:hidden">
          <PickupMoves
            pickup={request}
            layout="buttons"
            without={request.status === 'pending' ? ['assign', 'cancel'] : ['cancel']}
            onAct={onAct}
          />
        </div>
      </div>
      <div className="hidden @4xl:block">
        <PickupMoves pickup={request} without={request.status === 'pending' ? ['assign'] : []} onAct={onAct} />
      </div>
    </li>
  );
}

function RequestPlace({ request, addressId, onOpen }: { request: AdminPickup; addressId: string; onOpen: () => void }) {
  const { address, bagCount, serviceType, customerUsername, heldAt, isOutsideArea } = request;
  return (
    <div className="mt-2 min-w-0 basis-full @4xl:mt-0">
      <h2
        id={addressId}
        className="font-sans font-semibold text-lg leading-snug tracking-normal @4xl:text-base @4xl:leading-6"
      >
        <button
          type="button"
          aria-haspopup="dialog"
          title={address}
          onClick={onOpen}
          className="-my-2.5 min-h-11 w-full break-words rounded-control py-2.5 text-left decoration-2 underline-offset-3 hover:underline @4xl:my-0 @4xl:min-h-6 @4xl:truncate @4xl:py-0"
        >
          {address}
          <ChevronRight className="-mt-0.5 ml-0.5 inline size-4.5 text-azure @4xl:hidden" aria-hidden="true" />
        </button>
      </h2>
      <p
        title={customerUsername ?? undefined}
        className="mt-0.5 break-words text-soft @4xl:mt-0 @4xl:truncate @4xl:text-sm @4xl:leading-5"
      >
        {serviceType === 'same-day' && <UrgentTag />}
        {bagsText(bagCount)} · <CustomerName {...request} />
        {heldAt && <span className="block font-semibold text-brick @4xl:ml-1.5 @4xl:inline">Held until paid</span>}
        {isOutsideArea && (
          <span className="block text-brick @4xl:inline">
            <MapPinOff className="ml-1.5 hidden size-4 @4xl:inline" aria-hidden="true" />
            <span className="@4xl:sr-only">Outside the service area</span>
          </span>
        )}
      </p>
      <div className="@4xl:hidden">
        <IncompleteLine pickup={request} isShort />
      </div>
    </div>
  );
}

function RequestDates({ request, today }: { request: AdminPickup; today: DateKey }) {
  const schedule = scheduleOf(request, today);
  return (
    <dl className="mt-3 grid basis-full grid-cols-2 gap-x-4 gap-y-0.5 tiny:grid-cols-1 @4xl:mt-0 @4xl:block">
      <div>
        <dt className="text-soft text-sm @4xl:sr-only">Scheduled</dt>
        <dd className={classNames('@4xl:leading-6', schedule.isOverdue && 'font-semibold text-brick')}>
          {schedule.text}
          {schedule.isOverdue && <span className="block text-sm @4xl:inline"> Overdue</span>}
        </dd>
      </div>
      <div>
        <dt className="text-soft text-sm @4xl:sr-only">Created</dt>
        <dd className="text-soft @4xl:whitespace-nowrap @4xl:text-[0.8125rem] @4xl:leading-5">
          <span className="hidden @4xl:inline" aria-hidden="true">
            Created{' '}
          </span>
          {createdTextOf(request.createdAt)}
        </dd>
      </div>
    </dl>
  );
}

function RequestMoney({ request: { amount, serviceType, paymentStatus, status } }: { request: AdminPickup }) {
  const hint = priceHintOf(serviceType);
  const payment = paymentStateOf(paymentStatus);
  return (
    <div className="mt-2 flex min-h-11 basis-full flex-wrap items-center gap-x-2 @4xl:mt-0 @4xl:min-h-0 @4xl:justify-end @4xl:gap-x-1.5">
      {/* Paid is shown only on a cancelled request: its money was not refunded. */}
      {(payment.label !== 'Paid' || status === 'cancelled') && (
        <span
          className={classNames(
            'order-1 font-semibold text-sm @4xl:order-none @4xl:leading-6',
            payment.tone === 'brick' ? 'text-brick' : 'text-soft',
          )}
        >
          {payment.label}
        </span>
      )}
      <Money amount={amount} className="font-semibold text-lg @4xl:text-base @4xl:leading-6" />
      {hint && (
        <span className="order-2 text-soft text-xs tabular-nums @4xl:basis-full @4xl:text-right @4xl:leading-5">
          typical {hint}
        </span>
      )}
    </div>
  );
}

interface RequestDriverProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  describedBy: string;
  onAct: () => void;
}

/** Who drives it; for a pending request, whom to give it to. */
function RequestDriver({ request, drivers, describedBy, onAct }: RequestDriverProps) {
  const { driverName, driverUsername, status, heldAt } = request;
  if (status === 'pending' && !heldAt) {
    return <RequestAssign request={request} drivers={drivers} describedBy={describedBy} onAct={onAct} />;
  }
  return (
    <>
      {driverName !== null && driverUsername !== null && (
        <p className="break-words @4xl:truncate @4xl:leading-6">
          <span className="text-soft @4xl:sr-only">Driver: </span>
          <PersonName name={driverName} username={driverUsername} />
        </p>
      )}
      <div className="hidden min-w-0 @4xl:block [&>p]:mt-0 [&>p]:line-clamp-1 [&>p]:text-sm [&>p]:leading-5">
        <IncompleteLine pickup={request} isShort />
      </div>
    </>
  );
}
