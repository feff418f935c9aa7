import { Camera, CircleX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { Button } from '../../ui/button.tsx';
import { isOpen } from '../schedule.ts';
import { useShowSheet } from './stop-sheets.tsx';

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
  const showSheet = useShowSheet();
  // The route may have changed before the sheet is saved: what follows goes by the route as it is then.
  const follow = useRef(onIncomplete);
  useEffect(() => {
    follow.current = onIncomplete;
  });
  const show = (kind: 'incomplete' | 'proof') =>
    showSheet({ kind, stop, heirs, onIncomplete: () => follow.current?.() });
  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {isOpen(stop) && (
        <Button
          variant="quiet"
          className="grow px-2! text-brick! hover:bg-brick-wash!"
          icon={<CircleX className="size-5 shrink-0 max-[22.5rem]:hidden" aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-describedby={describedBy}
          onClick={() => show('incomplete')}
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
        onClick={() => show('proof')}
      >
        Note & Photos
      </Button>
    </div>
  );
}
