import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type AdminPickup, canMove, listAdminPickups } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { read } from '../../api/query-client.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { RequestActions } from './actions.tsx';
import { RequestFacts } from './facts.tsx';
import { allRequestStatuses, allRequestTypes } from './filters.ts';
import { RequestPayment } from './payment.tsx';
import { RequestBadges, RequestId } from './request-head.tsx';

const refreshEveryMs = 15_000;
/** How many requests of one address are searched for the open one. */
const maxAtAnAddress = 50;

interface RequestDetailsProps {
  /** The request when the dialog opened. */
  asOpened: AdminPickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onReschedule: (request: AdminPickup) => void;
  onCancel: (request: AdminPickup) => void;
}

/** One request: its details, actions, payment and history. */
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

/**
 * The current state of a request while its dialog is open. It may have left the list behind the dialog, for example
 * when it was assigned under the filter Pending.
 */
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
