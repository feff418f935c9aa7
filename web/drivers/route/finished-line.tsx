import { Check } from 'lucide-react';
import type { UndoableStops } from '../outbox/undoable.ts';
import type { DayCounts } from '../schedule.ts';
import { UndoButton } from '../stop/undo-button.tsx';

interface FinishedLineProps {
  counts: DayCounts;
  isShown: boolean;
  onToggle: () => void;
  undoable: UndoableStops | null;
  onUndone: (undoable: UndoableStops) => void;
  /** The id of the list with the finished stops. */
  controls: string;
}

/** One line that counts the finished stops and shows or hides them, with Undo for the last press. */
export function FinishedLine({ counts, isShown, onToggle, undoable, onUndone, controls }: FinishedLineProps) {
  const finished = counts.completed + counts.incomplete;
  if (finished === 0 && !undoable) return null;
  return (
    <div className="mt-1 flex min-h-11 items-center justify-between gap-x-2 tiny:flex-wrap">
      {finished > 0 && (
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={controls}
          onClick={onToggle}
          className="-ml-2 flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-2 font-semibold transition-colors hover:bg-step"
        >
          <Check className="size-5 shrink-0 text-leaf max-sm:hidden" strokeWidth={3} aria-hidden="true" />
          <span>
            <span>{`${finishedText(counts)} ·`}</span>{' '}
            <span className="text-azure underline underline-offset-4">{isShown ? 'hide' : 'show'}</span>
          </span>
        </button>
      )}
      {undoable && <UndoButton undoable={undoable} onUndone={onUndone} className="-mr-2 ml-auto" />}
    </div>
  );
}

/** Returns "12 done", "12 done, 1 incomplete" or "1 incomplete". */
export function finishedText({ completed, incomplete }: Pick<DayCounts, 'completed' | 'incomplete'>): string {
  const parts = [completed > 0 && `${completed} done`, incomplete > 0 && `${incomplete} incomplete`];
  return parts.filter(Boolean).join(', ');
}
