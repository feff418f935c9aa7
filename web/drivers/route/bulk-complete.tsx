import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { passFocus } from '../stop/keep-focus.ts';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { useStopAction } from '../stop/use-stop-action.ts';

interface BulkCompleteProps {
  ids: readonly string[];
  onDone: () => void;
  /** The id of the element that takes the focus over when the button is gone. */
  heir: string;
}

/**
 * Within reach of the thumb as soon as something is selected, wherever in the list that happens. On a phone held sideways
 * it waits at the end of the list: there it would hide the stop that is being chosen.
 */
export function BulkComplete({ ids, onDone, heir }: BulkCompleteProps) {
  const { busy, run } = useStopAction();
  const [isLull, startLull] = usePressGuard();
  const [isThere, setThere] = useState(false);
  const [count, setCount] = useState(0);
  const isWanted = ids.length > 0;
  // The bar comes under the finger that selected, and goes from under the finger that pressed it: the second press of a double
  // tap was meant neither for the bar nor for the stop below it. So it comes dead, and stays for a moment, dead.
  if (isWanted !== isThere) {
    setThere(isWanted);
    startLull();
  }
  if (isWanted && ids.length !== count) setCount(ids.length);
  if (!isWanted && !isLull) return null;
  const completeAll = async (button: Element) => {
    if (isLull || !isWanted) return;
    // What could not be kept stays selected.
    if (!(await run({ kind: 'complete', pickupIds: [...ids] }))) return;
    onDone();
    passFocus(button, heir);
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
        aria-disabled={isLull || undefined}
        onClick={({ currentTarget }) => void completeAll(currentTarget)}
      >
        Complete ({count})
      </Button>
    </div>
  );
}
