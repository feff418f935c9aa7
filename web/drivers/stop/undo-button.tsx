import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOutboxState } from '../outbox/outbox-state.ts';
import { type UndoableStops, undoableOf } from '../outbox/undoable.ts';
import { pickupsTextOf } from './stop-words.ts';
import { useStopAction } from './use-stop-action.ts';

/** Returns the driver's last press while it can be undone. Becomes null when two minutes have passed. */
export function useUndoable(): UndoableStops | null {
  const { actions } = useOutboxState();
  const [, redraw] = useState(0);
  const undoable = undoableOf(actions, Date.now());
  const untilMs = undoable?.untilMs ?? null;
  useEffect(() => {
    if (untilMs === null) return;
    const timer = setTimeout(() => redraw(Date.now()), Math.max(0, untilMs - Date.now()) + 50);
    return () => clearTimeout(timer);
  }, [untilMs]);
  return undoable;
}

interface UndoButtonProps {
  undoable: UndoableStops;
  /** Called when the stops are open again. */
  onUndone?: (undoable: UndoableStops) => void;
  className?: string;
}

/** The button that undoes the last Complete, Incomplete or Emptied, with or without signal. */
export function UndoButton({ undoable, onUndone, className = '' }: UndoButtonProps) {
  const { busy, run } = useStopAction();
  const what = undoable.street ?? pickupsTextOf(undoable.presses.length);
  const undo = async () => {
    const undos = undoable.presses.map(({ pickupId, ...press }) => ({
      pickupId,
      work: { kind: 'undo', ...press } as const,
    }));
    if (!(await run(...undos))) return;
    toast({ title: 'Undone', description: undoneText(undoable) });
    onUndone?.(undoable);
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      className={`min-w-20 px-2! ${className}`}
      icon={<Undo2 className="size-5 shrink-0" aria-hidden="true" />}
      busy={busy}
      onClick={undo}
    >
      <span className="truncate">
        <span>Undo </span>
        <span className="font-normal">{what}</span>
      </span>
    </Button>
  );
}

/** Returns "742 S 10th St is open again." */
export function undoneText({ street, presses }: Pick<UndoableStops, 'street' | 'presses'>): string {
  if (presses[0]?.what === 'emptied') return "The truck isn't emptied yet.";
  if (street) return `${street} is open again.`;
  return presses.length === 1 ? 'The stop is open again.' : `${presses.length} stops are open again.`;
}
