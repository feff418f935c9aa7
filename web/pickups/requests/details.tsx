import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { getAdminPickup } from '../../../contract/pickups/lists.ts';
import { type AdminPickup, canMove } from '../../../contract/pickups.ts';
import { useActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { HistoryList } from '../../audit/history-list.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { InlineError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { openMove } from '../moves/open-move.ts';
import { PickupMoves } from '../moves/pickup-moves.tsx';
import { moveLabelOf } from '../moves/words.ts';
import { isPayable } from '../pickup-words.ts';
import { ResendLink } from '../resend-link.tsx';
import { RequestAssign } from './assign.tsx';
import { RequestFacts } from './facts.tsx';
import { RequestPayment } from './payment.tsx';
import { RequestBadges, RequestId } from './request-head.tsx';

const refreshEveryMs = 15_000;

interface RequestDetailsProps {
  /** The id in the page's URL; empty without one. The pickup may be a plan's stop, which no list shows. */
  id: string;
  /** The pickup from the list, shown until the pickup's own response arrives. */
  inList: AdminPickup | undefined;
  onClose: () => void;
}

export function RequestDetails({ id, inList, onClose }: RequestDetailsProps) {
  const [shownId, setShownId] = useState(id);
  // The last pickup stays in the dialog while it closes.
  if (id !== '' && id !== shownId) setShownId(id);
  const query = useQuery({
    ...read(getAdminPickup, { params: { id: shownId } }),
    enabled: id !== '',
    staleTime: 0,
    refetchInterval: refreshEveryMs,
    ...(inList && { placeholderData: inList }),
  });
  const request = query.data;
  // Only a cancellation after the dialog was opened is announced.
  const [openedAs, setOpenedAs] = useState<{ id: string; status: AdminPickup['status'] } | null>(null);
  if (request && openedAs?.id !== request.id) setOpenedAs({ id: request.id, status: request.status });
  const changeOpen = (isOpen: boolean) => {
    if (!isOpen) onClose();
  };
  if (shownId === '') return null;
  if (request) {
    return (
      <RequestDialog
        request={request}
        wasCancelledSince={request.status === 'cancelled' && openedAs?.status !== 'cancelled'}
        open={id !== ''}
        onOpenChange={changeOpen}
        onCancelled={onClose}
      />
    );
  }
  return (
    <Dialog open={id !== ''} onOpenChange={changeOpen} title="Pickup" size="lg">
      {query.isError ? (
        <InlineError message={messageOf(query.error, "We couldn't load the pickup.")} {...retryOf(query)} />
      ) : (
        <div role="status" className="h-80 space-y-3">
          <span className="sr-only">Loading the pickup</span>
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </div>
      )}
    </Dialog>
  );
}

interface RequestDialogProps {
  request: AdminPickup;
  wasCancelledSince: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCancelled: () => void;
}

function RequestDialog({ request, wasCancelledSince, open, onOpenChange, onCancelled }: RequestDialogProps) {
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
              <Button
                variant="outline"
                className="border-brick! px-3! text-brick!"
                onClick={() => openMove('cancel', request, onCancelled)}
              >
                {moveLabelOf('cancel', request)}
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
          <RequestFacts request={request} today={serverToday()} />
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
