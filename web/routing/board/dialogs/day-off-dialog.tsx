import { formatDateKey } from '../../../../contract/values/time/dates.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { stopsText } from '../../route-words.ts';

interface DayOffDialogProps {
  open: boolean;
  onClose: () => void;
  name: string;
  date: string;
  openStops: number;
  /** The choice that is being sent, if any. */
  pending: 'keep' | 'unassign' | 'replan' | null;
  onChoose: (choice: 'unassign' | 'replan') => void;
}

/** Asks what happens to a driver's open stops on a day off: give them to other drivers, or unassign them. */
export function DayOffDialog({ open, onClose, name, date, openStops, pending, onChoose }: DayOffDialogProps) {
  const isAre = openStops === 1 ? 'is' : 'are';
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      dismissible={pending === null}
      title="Day Off"
      description={`${name} is off on ${formatDateKey(date, 'long')}. ${stopsText(openStops)} ${isAre} still open.`}
      footer={
        <>
          <Button variant="outline" disabled={pending !== null} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="outline"
            busy={pending === 'unassign'}
            disabled={pending === 'replan'}
            onClick={() => onChoose('unassign')}
          >
            Unassign
          </Button>
          <Button
            busy={pending === 'replan'}
            busyLabel="Re-planning..."
            disabled={pending === 'unassign'}
            onClick={() => onChoose('replan')}
          >
            Re-plan Now
          </Button>
        </>
      }
    >
      <p>
        <strong className="font-semibold">Re-plan Now</strong>
        <span> gives them to other drivers whose shifts have room.</span>{' '}
        <strong className="font-semibold">Unassign</strong>
        <span> returns them to the Unassigned column. You can undo it for two minutes.</span>
      </p>
    </Dialog>
  );
}
