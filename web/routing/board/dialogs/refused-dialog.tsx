import { useRef } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { stopsText, streetOf } from '../../route-words.ts';
import { stopName } from '../board-model.ts';
import type { RefusedMove } from '../use-board-changes.ts';

interface RefusedDialogProps {
  refused: RefusedMove | null;
  open: boolean;
  onClose: () => void;
  /** Tries again with the stops that have not changed. */
  onContinue: (ids: readonly string[]) => void;
}

/** Names the stops that changed since the board was loaded, and offers to move the rest. */
export function RefusedDialog({ refused, open, onClose, onContinue }: RefusedDialogProps) {
  const ok = useRef<HTMLButtonElement>(null);
  const stops = refused?.move.stops ?? [];
  const changed = stops.filter(({ id }) => refused?.sentences[id] !== undefined);
  const rest = stops.filter(({ id }) => refused?.sentences[id] === undefined);
  return (
    <Dialog
      role="alertdialog"
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      initialFocus={ok}
      title={refused?.isTaken ? 'That Day Is Taken' : 'Some Stops Changed'}
      description={
        refused?.isTaken
          ? 'These plans already have a stop on the new date. Nothing was moved.'
          : 'Nothing was moved. The board is now up to date.'
      }
      footer={
        <>
          <Button ref={ok} variant={rest.length > 0 ? 'outline' : 'primary'} onClick={onClose}>
            OK
          </Button>
          {rest.length > 0 && (
            <Button onClick={() => onContinue(rest.map(({ id }) => id))}>
              {`Move the other ${rest.length === 1 ? 'stop' : stopsText(rest.length)}`}
            </Button>
          )}
        </>
      }
    >
      <ul className="space-y-2">
        {changed.map((stop) => (
          <li key={stop.id} className="border-line border-b pb-2 last:border-b-0">
            <p className="font-semibold leading-snug">{`${stopName(stop)}, ${streetOf(stop.address)}`}</p>
            <p className="text-soft leading-snug">{refused?.sentences[stop.id]}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
