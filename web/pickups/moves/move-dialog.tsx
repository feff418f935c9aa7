import { RescheduleDialog } from '../reschedule/dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { type OpenMove, setMoveOpen } from './open-move.ts';
import { ReasonDialog } from './reason-dialog.tsx';

export default function MoveDialog({ move, pickup, open, onCancelled }: Omit<OpenMove, 'opening' | 'path'>) {
  const props = { pickup, open, onOpenChange: setMoveOpen };
  switch (move) {
    case 'assign':
      return <AssignDialog {...props} />;
    case 'reschedule': {
      const { id, address: title, scheduledDate: currentDate } = pickup;
      const subject = { kind: 'pickup', id, title, currentDate } as const;
      return <RescheduleDialog open={open} onOpenChange={setMoveOpen} subject={subject} />;
    }
    case 'complete':
      return <CompleteDialog {...props} />;
    case 'cancel':
      return <CancelDialog {...props} onCancelled={onCancelled} />;
    case 'reportIssue':
    case 'markIncomplete':
    case 'reopen':
      return <ReasonDialog {...props} move={move} />;
  }
}
