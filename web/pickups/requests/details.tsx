import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type AdminPickup, bagsText, canMove, getAdminPickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { telHref } from '../../../contract/values/phone.ts';
import { CustomerLink } from '../../accounts/customer-link.tsx';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { hasPhotos, PhotoPair } from '../../photos/photo-pair.tsx';
import { RatingLine } from '../../ratings/rating-line.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Money } from '../../ui/money.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CancelDialog } from '../moves/cancel-dialog.tsx';
import { openMove } from '../moves/open-move.ts';
import { PickupMoves } from '../moves/pickup-moves.tsx';
import { incompleteReasonText, isPayable, serviceTypeText } from '../pickup-words.ts';
import { momentText } from '../reschedule/words.ts';
import { ResendLink } from '../resend-link.tsx';
import { RequestAssign } from './assign.tsx';
import { RequestPayment } from './payment.tsx';
import { RequestBadges, RequestId } from './request-head.tsx';
import { createdTextOf, paymentStateOf, priceHintOf, scheduleOf } from './words.ts';

const refreshEveryMs = 15_000;

interface RequestDetailsProps {
  /** Of the pickup that the address names; empty without one. It may be a plan's stop, and in no list. */
  id: string;
  /** The same pickup as the list shows it, until its own response is here. */
  inList: AdminPickup | undefined;
  onClose: () => void;
}

export function RequestDetails({ id, inList, onClose }: RequestDetailsProps) {
  const [shownId, setShownId] = useState(id);
  // The last one stays in the dialog while it closes.
  if (id !== '' && id !== shownId) setShownId(id);
  const query = useQuery({
    ...read(getAdminPickup, { params: { id: shownId } }),
    enabled: id !== '',
    staleTime: 0,
    refetchInterval: refreshEveryMs,
    ...(inList && { placeholderData: inList }),
  });
  const request = query.data;
  // A pickup that was opened as cancelled is no news.
  const [openedAs, setOpenedAs] = useState<{ id: string; status: AdminPickup['status'] } | null>(null);
  if (request && openedAs?.id !== request.id) setOpenedAs({ id: request.id, status: request.status });
  const cancel = useDialogSubject<AdminPickup>();
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  if (shownId === '') return null;
  return (
    <>
      {request ? (
        <RequestDialog
          request={request}
          wasCancelledSince={request.status === 'cancelled' && openedAs?.status !== 'cancelled'}
          open={id !== ''}
          onOpenChange={changeOpen}
          onCancel={cancel.show}
        />
      ) : (
        <Dialog open={id !== ''} onOpenChange={changeOpen} title="Pickup" size="lg">
          {query.isError ? (
            <InlineError message={messageOf(query.error, 'The pickup could not be loaded.')} {...retryOf(query)} />
          ) : (
            <div role="status" className="h-80 space-y-3">
              <span className="sr-only">Loading the pickup</span>
              <Skeleton className="h-24 rounded-card" />
              <Skeleton className="h-24 rounded-card" />
            </div>
          )}
        </Dialog>
      )}
      {cancel.subject && (
        <CancelDialog
          key={`cancel ${cancel.opening}`}
          pickup={cancel.subject}
          open={cancel.open}
          onOpenChange={cancel.setOpen}
          onDone={onClose}
        />
      )}
    </>
  );
}

interface RequestDialogProps {
  request: AdminPickup;
  wasCancelledSince: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCancel: (request: AdminPickup) => void;
}

function RequestDialog({ request, wasCancelledSince, open, onOpenChange, onCancel }: RequestDialogProps) {
  const headId = useId();
  const drivers = useActiveDrivers();
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
                {request.serviceType === 'subscription' ? 'Skip Pickup' : 'Cancel Pickup'}
              </Button>
            )}
            {canReschedule && (
              <Button variant="outline" className="px-3!" onClick={() => openMove('reschedule', request)}>
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
            <div className="space-y-2">
              {canMove(request.status, 'assign') && !request.heldAt && (
                <RequestAssign request={request} drivers={drivers} describedBy={headId} />
              )}
              <PickupMoves pickup={request} layout="buttons" without={['assign', 'reschedule', 'cancel']} />
            </div>
          )}
          {isPayable(request) && <ResendLink pickup={request} />}
          <RequestPayment request={request} />
          <HistoryList subject="pickup" id={request.id} />
        </div>
      </div>
    </Dialog>
  );
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
      <CustomerFact request={request} />
      <Fact name="Driver">
        {request.driverName === null || request.driverUsername === null ? (
          'Unassigned'
        ) : (
          <PersonName name={request.driverName} username={request.driverUsername} />
        )}
      </Fact>
      <Fact name="Bags">{bagsText(request.bagCount)}</Fact>
      <Fact name="Service">{serviceTypeText(request.serviceType)}</Fact>
      <Fact name="Amount">
        <Money amount={request.amount} className="font-semibold" />
        {hint && <span className="text-soft text-xs tabular-nums"> typical {hint}</span>}
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
      {request.customerRating !== null && (
        <Fact name="Customer rating" isWide>
          <RatingLine pickup={request} />
        </Fact>
      )}
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

/** The whole name leads to the customer's page; phone and email can be pressed. */
function CustomerFact({ request }: { request: AdminPickup }) {
  const { customerId, customerName, customerUsername, customerPhone, customerEmail } = request;
  return (
    <Fact name="Customer" isWide>
      {customerName === null || customerUsername === null ? (
        'Unknown'
      ) : (
        <CustomerLink id={customerId} className={contactLink}>
          <PersonName name={customerName} username={customerUsername} />
        </CustomerLink>
      )}
      {customerPhone && (
        <a href={telHref(customerPhone)} className={contactLink}>
          {customerPhone}
        </a>
      )}
      {customerEmail && (
        <a href={`mailto:${customerEmail}`} className={contactLink}>
          {customerEmail}
        </a>
      )}
    </Fact>
  );
}

const contactLink =
  'block py-2.5 text-azure leading-snug underline decoration-1 underline-offset-3 [overflow-wrap:anywhere] sm:py-0.5';

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'col-span-2' : undefined}>
      <dt className="text-soft text-sm">{name}</dt>
      <dd className="break-words leading-snug">{children}</dd>
    </div>
  );
}
