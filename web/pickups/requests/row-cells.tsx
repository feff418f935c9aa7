import { ChevronRight, MapPinOff } from 'lucide-react';
import { type AdminPickup, countedBagsText } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { classNames } from '../../ui/class-names.ts';
import { Money } from '../../ui/text/money.tsx';
import { PersonName } from '../../ui/text/person-name.tsx';
import { CustomerName } from '../customer-name.tsx';
import { IncompleteLine } from '../incomplete-line.tsx';
import { RequestAssign } from './assign.tsx';
import { UrgentTag } from './request-head.tsx';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

/** The address, the customer, and notes such as URGENT or a hold. */
export function RequestPlace({
  request,
  addressId,
  onOpen,
}: {
  request: AdminPickup;
  addressId: string;
  onOpen: () => void;
}) {
  const { address, serviceType, customerUsername, heldAt, isOutsideArea } = request;
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
          className="-my-2.5 min-h-11 w-full break-words rounded-control py-2.5 text-left decoration-2 underline-offset-3 hover:underline @4xl:my-0 @4xl:min-h-6 @4xl:py-0"
        >
          <span translate="no">{address}</span>
          <ChevronRight className="-mt-0.5 ml-0.5 inline size-4.5 text-azure @4xl:hidden" aria-hidden="true" />
        </button>
      </h2>
      <p
        title={customerUsername ?? undefined}
        className="mt-0.5 break-words text-soft @4xl:mt-0 @4xl:text-sm @4xl:leading-5"
      >
        {serviceType === 'same-day' && <UrgentTag />}
        <span>{`${countedBagsText(request)} · `}</span>
        <CustomerName {...request} />
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

/** The scheduled date, and the time the request was created. */
export function RequestDates({ request, today }: { request: AdminPickup; today: DateKey }) {
  const schedule = scheduleOf(request, today);
  return (
    <dl className="mt-3 grid basis-full grid-cols-2 gap-x-4 gap-y-0.5 tiny:grid-cols-1 @4xl:mt-0 @4xl:block">
      <div>
        <dt className="text-soft text-sm @4xl:sr-only">Scheduled</dt>
        <dd className={classNames('@4xl:leading-6', schedule.isOverdue && 'font-semibold text-brick')}>
          <span>{schedule.text}</span>
          {schedule.isOverdue && <span className="block text-sm @4xl:inline"> Overdue</span>}
        </dd>
      </div>
      <div>
        <dt className="text-soft text-sm @4xl:sr-only">Created</dt>
        <dd className="text-soft @4xl:whitespace-nowrap @4xl:text-[0.8125rem] @4xl:leading-5">
          <span className="hidden @4xl:inline" aria-hidden="true">
            Created{' '}
          </span>
          <span>{createdTextOf(request.createdAt)}</span>
        </dd>
      </div>
    </dl>
  );
}

/** The price and the state of its payment. */
export function RequestMoney({ request: { amount, serviceType, paymentStatus, status } }: { request: AdminPickup }) {
  const hint = priceHintOf(serviceType);
  const payment = paymentStateOf(paymentStatus);
  return (
    <div className="mt-2 flex min-h-11 basis-full flex-wrap items-center gap-x-2 @4xl:mt-0 @4xl:min-h-0 @4xl:justify-end @4xl:gap-x-1.5">
      {/* 'Paid' shows only on a cancelled request, whose money was not refunded. */}
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
        <span className="order-2 text-soft text-xs @4xl:basis-full @4xl:text-right @4xl:leading-5">{`typical ${hint}`}</span>
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

/** The driver, or a select of drivers for a pending request. */
export function RequestDriver({ request, drivers, describedBy, onAct }: RequestDriverProps) {
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
