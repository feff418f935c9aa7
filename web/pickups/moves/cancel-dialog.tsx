import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPickupPayment, type PickupPayment } from '../../../contract/payments.ts';
import { cancelPickup } from '../../../contract/pickups.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { refundTextOf } from '../refund-text.ts';
import type { MoveDialogProps } from './complete-dialog.tsx';
import type { MovablePickup } from './open-move.ts';
import { isOfPlan } from './words.ts';

interface CancelDialogProps extends MoveDialogProps {
  onCancelled: (() => void) | undefined;
}

/** Confirms a cancellation, which is final: it refunds a one-time pickup, and skips one visit of a plan. */
export function CancelDialog({ pickup, open, onOpenChange, onCancelled }: CancelDialogProps) {
  const cache = useQueryClient();
  // Part of the payment may have been refunded already, or it may be disputed.
  const { data: payment, isPending } = useQuery({
    ...read(getPickupPayment, { params: { id: pickup.id } }),
    staleTime: 0,
    enabled: open && !isOfPlan(pickup),
  });
  const isLoading = !isOfPlan(pickup) && isPending;
  const cancel = useMutation({
    mutationFn: () => call(cancelPickup, { params: { id: pickup.id } }),
    onSuccess() {
      toast({
        title: isOfPlan(pickup) ? 'Pickup Skipped' : 'Pickup Cancelled',
        description: consequenceOf(pickup, payment),
      });
      onOpenChange(false);
      onCancelled?.();
    },
    onError(error) {
      const description = messageOf(error, "We couldn't cancel the pickup. Please try again.");
      toast({ title: 'Cancellation Failed', description, variant: 'destructive' });
      onOpenChange(false);
    },
    onSettled: () => refreshAdmin(cache),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isOfPlan(pickup) ? 'Skip this pickup?' : 'Cancel this pickup?'}
      description={
        <>
          <span translate="no" className="block break-words font-semibold text-ink">
            {pickup.address}
          </span>
          <span>{isLoading ? 'Loading the payment…' : `${consequenceOf(pickup, payment)} This can't be undone.`}</span>
        </>
      }
      confirmLabel={isOfPlan(pickup) ? 'Skip Pickup' : 'Cancel Pickup'}
      cancelLabel="Keep Pickup"
      busy={cancel.isPending}
      disabled={isLoading}
      onConfirm={() => cancel.mutate()}
    />
  );
}

/** Returns the effect on the money, or on the plan. */
function consequenceOf(pickup: MovablePickup, payment: PickupPayment | undefined): string {
  if (isOfPlan(pickup))
    return 'The plan skips this visit and continues. Its price stays the same, and nothing is refunded.';
  // The payment could not be loaded.
  if (!payment && !pickup.paymentStatus) return 'Anything that was paid will be refunded.';
  const { amount, customerName = null, customerUsername = null } = pickup;
  const paymentStatus = pickup.paymentStatus ?? (payment?.paid ? 'paid' : 'pending');
  return refundTextOf({ amount, customerName, customerUsername, paymentStatus }, payment);
}
