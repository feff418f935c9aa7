import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { type AdminPickup, bagsText, canMove, listAdminPickups } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { CustomerLink } from '../../accounts/customer-link.tsx';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { read } from '../../api/query-client.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { hasPhotos, PhotoPair } from '../../photos/photo-pair.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { incompleteReasonText, serviceTypeText } from '../pickup-words.ts';
import { momentText } from '../reschedule/words.ts';
import { RequestActions } from './actions.tsx';
import { allRequestStatuses, allRequestTypes } from './filters.ts';
import { RequestPayment } from './payment.tsx';
import { RequestBadges, RequestId } from './request-head.tsx';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

const refreshEveryMs = 15_000;
/** How many requests of one address are searched for the open one. */
const maxAtAnAddress = 50;

interface RequestDetailsProps {
  asOpened: AdminPickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReschedule: (request: AdminPickup) => void;
  onCancel: (request: AdminPickup) => void;
}

export function RequestDetails({ asOpened, open, onOpenChange, onReschedule, onCancel }: RequestDetailsProps) {
  const headId = useId();
  const drivers = useActiveDrivers();
  const request = useLatestRequest(asOpened, open);
  const wasCancelledSince = request.status === 'cancelled' && asOpened.status !== 'cancelled';
  const canReschedule = canMove(request.status, 'reschedule');
  const canCancel = canMove(request.status, 'cancel');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={request.address}
      size="lg"
      footer={
        (canReschedule || canCancel) && (
          <div className="grid grow auto-cols-fr grid-flow-col gap-3 tiny:grid-flow-row sm:flex sm:justify-between">
            {canCancel && (
              <Button variant="outline" className="border-brick! px-3! text-brick!" onClick={() => onCancel(request)}>
                Cancel Pickup
              </Button>
            )}
            {canReschedule && (
              <Button variant="outline" className="px-3!" onClick={() => onReschedule(request)}>
                Reschedule
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
        <div>
          <div id={headId} className="-mt-2.5 mb-2 flex flex-wrap items-center gap-x-1.5">
            <RequestBadges request={request} />
            <span className="ml-auto">
              <RequestId id={request.id} />
            </span>
          </div>
          <RequestFacts request={request} today={dateKeyOf(new Date())} />
        </div>
        <div className="space-y-6">
          {wasCancelledSince ? (
            <p role="status" className="rounded-control bg-maize-wash px-4 py-3 leading-snug">
              This request has since been cancelled.
            </p>
          ) : (
            request.status !== 'cancelled' && (
              <RequestActions request={request} drivers={drivers} describedBy={headId} />
            )
          )}
          <RequestPayment request={request} />
          <HistoryList subject="pickup" id={request.id} />
        </div>
      </div>
    </Dialog>
  );
}

/** The request as it is now. It may have left the list behind the dialog, as when assigned under the filter Pending. */
function useLatestRequest(asOpened: AdminPickup, isOpen: boolean): AdminPickup {
  const { data } = useQuery({
    ...read(listAdminPickups, {
      query: {
        ...{ type: allRequestTypes, status: allRequestStatuses },
        ...{ q: asOpened.address, limit: String(maxAtAnAddress) },
      },
    }),
    enabled: isOpen,
    staleTime: 0,
    refetchInterval: refreshEveryMs,
  });
  return data?.find(({ id }) => id === asOpened.id) ?? asOpened;
}

function RequestFacts({ request, today }: { request: AdminPickup; today: DateKey }) {
  const hint = priceHintOf(request.serviceType);
  const payment = paymentStateOf(request.paymentStatus);
  const isOverdue = scheduleOf(request, today).isOverdue;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
      <Fact name="Pickup date">
        {request.scheduledDate ? momentText(request.scheduledDate) : 'No date'}
        {isOverdue && <span className="block font-semibold text-brick">Overdue</span>}
      </Fact>
      <Fact name="Created">{createdTextOf(request.createdAt)}</Fact>
      <Fact name="Customer">
        <CustomerLink id={request.customerId}>{request.customerUsername ?? 'Unknown'}</CustomerLink>
      </Fact>
      <Fact name="Driver">{request.driverUsername ?? 'Unassigned'}</Fact>
      <Fact name="Bags">{bagsText(request.bagCount)}</Fact>
      <Fact name="Service">{serviceTypeText(request.serviceType)}</Fact>
      <Fact name="Amount">
        <Money amount={request.amount} className="font-semibold" />
        {hint && <span className="text-soft tabular-nums"> {hint}</span>}
      </Fact>
      <Fact name="Payment">
        <Badge tone={payment.tone}>{payment.label}</Badge>
      </Fact>
      {request.completedAt && <Fact name="Completed">{createdTextOf(request.completedAt)}</Fact>}
      {request.status === 'incomplete' && (
        <Fact name="Reason" isWide>
          <span className="font-semibold text-brick">{incompleteReasonText(request.incompleteReason)}</span>
        </Fact>
      )}
      <Fact name="Special instructions" isWide>
        <span className="whitespace-pre-line">{request.specialInstructions || 'None'}</span>
      </Fact>
      {request.driverNotes && (
        <Fact name="Driver notes" isWide>
          <span className="whitespace-pre-line">{request.driverNotes}</span>
        </Fact>
      )}
      {hasPhotos(request) && (
        <Fact name="Driver photos" isWide>
          <div className="mt-1">
            <PhotoPair pickup={request} />
          </div>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="break-words leading-snug">{children}</dd>
    </div>
  );
}
