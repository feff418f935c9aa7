import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { passFocus } from '../stop/restore-focus.ts';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { useStopAction } from '../stop/use-stop-action.ts';

interface BulkCompleteProps {
  ids: readonly string[];
  onDone: () => void;
  /** The id of the element that gets the focus when the button is gone. */
  focusTarget: string;
}

/**
 * The bar that completes the selected stops. It sticks to the bottom of the screen, within reach of the thumb; on a phone in
 * landscape, where it would hide the list, it stands at the end of the list.
 */
export function BulkComplete({ ids, onDone, focusTarget }: BulkCompleteProps) {
  const { busy, run } = useStopAction();
  const [isGuarded, startGuard] = usePressGuard();
  const [isThere, setThere] = useState(false);
  const [count, setCount] = useState(0);
  const isWanted = ids.length > 0;
  // The bar appears and disappears under a finger. The second press of a double tap is meant neither for the bar nor for the stop
  // below it, so the bar ignores presses for a moment, and stays for a moment after it was used.
  if (isWanted !== isThere) {
    setThere(isWanted);
    startGuard();
  }
  if (isWanted && ids.length !== count) setCount(ids.length);
  if (!isWanted && !isGuarded) return null;
  const completeAll = async (button: Element) => {
    if (isGuarded || !isWanted) return;
    // If nothing was saved, the stops stay selected.
    if (!(await run({ kind: 'complete', pickupIds: [...ids] }))) return;
    onDone();
    passFocus(button, focusTarget);
  };
  return (
    <div
      data-bulk-bar
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] z-10 -mx-4 mt-3 border-ink border-t-2 bg-marble px-4 py-3 low:static sm:mx-0 sm:px-0"
    >
      <Button
        className="min-h-14! w-full text-lg! tabular-nums"
        icon={<CheckCheck className="size-6" aria-hidden="true" />}
        busy={busy}
        aria-disabled={isGuarded || undefined}
        onClick={({ currentTarget }) => void completeAll(currentTarget)}
      >
        Complete ({count})
      </Button>
    </div>
  );
}
