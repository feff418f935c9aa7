import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPickupPayment } from '../../../contract/payments.ts';
import { type AdminPickup, cancelPickup } from '../../../contract/pickups.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { refundTextOf } from './words.ts';

interface RequestCancelDialogProps {
  request: AdminPickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => void;
}

/** Confirms the cancellation of a pickup, which is final and refunds the payment. */
export function RequestCancelDialog({ request, open, onOpenChange, onDone }: RequestCancelDialogProps) {
  const cache = useQueryClient();
  // Part of the payment may have been refunded already, or it may be disputed.
  const { data: payment } = useQuery({
    ...read(getPickupPayment, { params: { id: request.id } }),
    staleTime: 0,
    enabled: open,
  });
  const cancel = useMutation({
    mutationFn: () => call(cancelPickup, { params: { id: request.id } }),
    onSuccess() {
      toast({ title: 'Pickup Cancelled', description: refundTextOf(request, payment) });
      onOpenChange(false);
      onDone();
    },
    onError(error) {
      const description = messageOf(error, 'The pickup could not be cancelled. Please try again.');
      toast({ title: 'Cancellation Failed', description, variant: 'destructive' });
      onOpenChange(false);
    },
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this pickup?"
      description={
        <>
          <span className="block break-words font-semibold text-ink">{request.address}</span>
          {refundTextOf(request, payment)} This cannot be undone.
        </>
      }
      confirmLabel="Cancel Pickup"
      cancelLabel="Keep Pickup"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  );
}
