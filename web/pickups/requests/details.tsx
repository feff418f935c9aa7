import { useId } from 'react';
import { type AdminPickup, canMove } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PickupStatusBadge } from '../pickup-status-badge.tsx';
import { RequestActions } from './actions.tsx';
import { RequestFacts } from './facts.tsx';
import { useLatestRequest } from './latest.ts';
import { RequestPayment } from './payment.tsx';
import { RequestId } from './request-id.tsx';
import { RequestUrgentTag } from './urgent-tag.tsx';

interface RequestDetailsProps {
  /** The request as it stood when it was opened. */
  asOpened: AdminPickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReschedule: (request: AdminPickup) => void;
  onCancel: (request: AdminPickup) => void;
}

/** One request with everything that is known of it, everything that can be done with it, and who did what so far. */
export function RequestDetails({ asOpened, open, onOpenChange, onReschedule, onCancel }: RequestDetailsProps) {
  const headId = useId();
  const drivers = useActiveDrivers();
  const request = useLatestRequest(asOpened, open);
  const isCancelledMeanwhile = request.status === 'cancelled' && asOpened.status !== 'cancelled';
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
            <PickupStatusBadge status={request.status} />
            {request.serviceType === 'same-day' && <RequestUrgentTag />}
            <span className="ml-auto">
              <RequestId id={request.id} />
            </span>
          </div>
          <RequestFacts request={request} today={dateKeyOf(new Date())} />
        </div>
        <div className="space-y-6">
          {isCancelledMeanwhile ? (
            <p role="status" className="rounded-control bg-maize-wash px-4 py-3 leading-snug">
              This request was cancelled meanwhile.
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
