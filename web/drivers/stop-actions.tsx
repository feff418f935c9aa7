import { Camera, CircleX } from 'lucide-react';
import { useState } from 'react';
import type { DriverStop } from '../../contract/drivers.ts';
import { Button } from '../ui/button.tsx';
import { IncompleteSheet } from './incomplete-sheet.tsx';
import { keepFocusAfterDialog } from './keep-focus.ts';
import { ProofSheet } from './proof-sheet.tsx';
import { isOpen } from './schedule.ts';

interface StopActionsProps {
  stop: DriverStop;
  /** The id of the element that says which stop. */
  describedBy: string;
  /** The ids of the elements that take the focus over when the buttons are gone, the likeliest first. */
  heirs: readonly string[];
  /** Called when the stop was marked incomplete. */
  onIncomplete?: () => void;
  className?: string;
}

/** What a driver does at a stop besides completing it: say that it could not be done, leave a note, take a photo. */
export function StopActions({ stop, describedBy, heirs, onIncomplete, className = '' }: StopActionsProps) {
  const [isMarking, setMarking] = useState(false);
  const [isNoting, setNoting] = useState(false);
  // Each opening starts anew from what the stop says then.
  const [opening, setOpening] = useState(0);
  const show = (setOpen: (open: boolean) => void) => {
    setOpening(opening + 1);
    setOpen(true);
  };
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {isOpen(stop) && (
        <Button
          variant="quiet"
          className="grow px-2! text-brick! hover:bg-brick-wash!"
          icon={<CircleX className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => show(setMarking)}
        >
          Incomplete
        </Button>
      )}
      <Button
        variant="quiet"
        className="grow px-2!"
        icon={<Camera className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => show(setNoting)}
      >
        Note & Photos
      </Button>
      <IncompleteSheet
        key={`incomplete ${opening}`}
        stop={stop}
        open={isMarking}
        onOpenChange={setMarking}
        onDone={() => {
          keepFocusAfterDialog(...heirs);
          onIncomplete?.();
        }}
      />
      <ProofSheet key={`proof ${opening}`} stop={stop} open={isNoting} onOpenChange={setNoting} />
    </div>
  );
}
