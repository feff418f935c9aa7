import { CalendarSync, CircleX } from 'lucide-react';
import { useState } from 'react';
import { isOpenStatus, type Pickup } from '../../../contract/pickups.ts';
import { Button } from '../../ui/button/button.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

/** The buttons that move and cancel a customer's open pickup. Renders nothing for a pickup that isn't open. */
export function ChangeBooking({ pickup }: { pickup: Pickup }) {
  const [shown, setShown] = useState<'move' | 'cancel' | null>(null);
  const isOpen = isOpenStatus(pickup.status);
  // If the pickup is cancelled while a dialog is open, the dialog says so and stays until it is closed.
  if (!isOpen && shown === null) return null;
  const dialog = (name: 'move' | 'cancel') => ({
    pickup,
    open: shown === name,
    onOpenChange: (isShown: boolean) => setShown(isShown ? name : null),
  });
  return (
    <>
      {isOpen && (
        <>
          <Button
            variant="outline"
            icon={<CalendarSync className="size-5" aria-hidden="true" />}
            onClick={() => setShown('move')}
          >
            Move
          </Button>
          <Button
            variant="outline"
            icon={<CircleX className="size-5" aria-hidden="true" />}
            onClick={() => setShown('cancel')}
          >
            {pickup.subscriptionId ? 'Skip this visit' : 'Cancel pickup'}
          </Button>
        </>
      )}
      <MoveDialog {...dialog('move')} />
      <CancelDialog {...dialog('cancel')} />
    </>
  );
}
