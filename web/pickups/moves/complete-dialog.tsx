import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import type { MovablePickup } from './open-move.ts';
import { useSendMove } from './send-move.ts';

export interface MoveDialogProps {
  pickup: MovablePickup;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before completing a pickup whose day is still to come. */
export function CompleteDialog({ pickup, open, onOpenChange }: MoveDialogProps) {
  const send = useSendMove(pickup, () => onOpenChange(false));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Complete this pickup early?"
      description={
        <>
          <span translate="no" className="block break-words font-semibold text-ink">
            {pickup.address}
          </span>
          <span>{`${futureText(pickup)} You can undo it for two minutes.`}</span>
        </>
      }
      confirmLabel="Complete"
      variant="primary"
      busy={send.isPending}
      onConfirm={() => send.mutate({ move: 'complete' })}
    />
  );
}

/** "This pickup is on Friday, November 27." */
export function futureText({ scheduledDate }: Pick<MovablePickup, 'scheduledDate'>): string {
  return scheduledDate ? `This pickup is on ${formatDateKey(dateKeyOf(new Date(scheduledDate)), 'long')}.` : '';
}
