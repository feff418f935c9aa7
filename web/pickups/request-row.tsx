import { type Ref, useId } from 'react';
import type { DateKey } from '../../contract/dates.ts';
import { type AdminPickup, type PickupStatus, statusLabels } from '../../contract/pickups.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Money } from '../ui/money.tsx';
import { bagsText } from './pickup-words.ts';
import { RequestActions } from './request-actions.tsx';
import { requestColumns } from './request-columns.ts';
import type { ActiveDrivers } from './request-drivers.ts';
import { RequestId } from './request-id.tsx';
import { RequestUrgentTag } from './request-urgent-tag.tsx';
import { createdTextOf, priceHintOf, scheduleOf } from './request-words.ts';

interface RequestRowProps {
  request: AdminPickup;
  drivers: ActiveDrivers;
  today: DateKey;
  onAct: () => void;
  ref: Ref<HTMLLIElement>;
}

const tones: Record<PickupStatus, BadgeTone> = {
  pending: 'maize',
  assigned: 'azure',
  completed: 'leaf',
  issue: 'brick',
  incomplete: 'neutral',
  cancelled: 'neutral',
};

/** One request: a row of aligned columns where there is room, a card where there is none. */
export function RequestRow({ request, drivers, today, onAct, ref }: RequestRowProps) {
  const addressId = useId();
  const schedule = scheduleOf(request, today);
  const hint = priceHintOf(request.serviceType);
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={addressId}
      className={classNames(
        'rounded-card border border-line bg-paper p-4 outline-none focus-visible:outline-3',
        '@4xl:items-start @4xl:rounded-none @4xl:border-0 @4xl:border-b @4xl:bg-transparent @4xl:px-0 @4xl:py-3',
        requestColumns,
      )}
    >
      <div className="-mt-2 mb-1 flex items-center justify-between gap-2 @4xl:my-0 @4xl:flex-col @4xl:items-start @4xl:gap-0 @4xl:pt-2">
        <span className="flex flex-wrap items-center gap-1.5">
          <Badge tone={tones[request.status]}>{statusLabels[request.status]}</Badge>
          {request.serviceType === 'same-day' && <RequestUrgentTag />}
        </span>
        <RequestId id={request.id} />
      </div>
      <div className="@4xl:pt-2">
        <h2
          id={addressId}
          className="break-words font-sans font-semibold text-lg leading-snug tracking-normal @4xl:text-base"
        >
          {request.address}
        </h2>
        <p className="mt-0.5 break-words text-soft">
          {bagsText(request.bagCount)} · {request.customerUsername ?? 'Unknown'}
        </p>
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-0.5 @4xl:mt-0 @4xl:grid-cols-1 @4xl:pt-2">
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
      <div className="mt-3 flex flex-wrap items-baseline gap-x-2.5 gap-y-1 @4xl:mt-0 @4xl:flex-col @4xl:items-end @4xl:gap-0.5 @4xl:pt-2">
        <Money amount={request.amount} className="font-semibold text-lg @4xl:text-base" />
        {hint && <span className="text-soft text-[0.9375rem] tabular-nums">{hint}</span>}
        {request.paymentStatus === 'pending' && <Badge tone="maize">Unpaid</Badge>}
      </div>
      <div className="mt-4 empty:hidden @4xl:mt-0">
        <RequestActions request={request} drivers={drivers} describedBy={addressId} onAct={onAct} />
      </div>
    </li>
  );
}
