import { Undo2, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bagsOf } from '../../../contract/pickups.ts';
import { type BoardStop, type BulkAction, maxBulkStops } from '../../../contract/routing/day-board.ts';
import { serverNowMs } from '../../api/server-clock.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countdownText, loadText } from './board-words.ts';
import type { Asked } from './dialogs/board-dialogs.tsx';
import { useUndo } from './use-board-changes.ts';

interface ActionStripProps {
  /** The selected stops. */
  stops: readonly BoardStop[];
  lastAction: BulkAction | null;
  isBusy: boolean;
  onAsk: (kind: Asked['kind']) => void;
  onUnassign: () => void;
  onClear: () => void;
}

/**
 * The actions for the selected stops, and the undo of the last bulk action. The strip always takes up its space below
 * the columns, so that a selection moves nothing on the page.
 */
export function ActionStrip({ stops, lastAction, isBusy, onAsk, onUnassign, onClear }: ActionStripProps) {
  const strip = useRef<HTMLElement>(null);
  const bags = stops.reduce((sum, stop) => sum + bagsOf(stop), 0);
  const isTooMany = stops.length > maxBulkStops;
  const isOff = isBusy || isTooMany;
  const buttons = [
    { label: 'Assign to…', press: () => onAsk('assign'), isPossible: true },
    { label: 'Move to…', press: () => onAsk('move'), isPossible: true },
    { label: 'Reschedule…', press: () => onAsk('reschedule'), isPossible: true },
    { label: 'Unassign', press: onUnassign, isPossible: stops.some(({ driverId }) => driverId !== null) },
  ];
  return (
    <section
      ref={strip}
      tabIndex={-1}
      aria-label="Selected stops"
      data-bulk-bar={stops.length > 0 ? '' : undefined}
      className={classNames(
        'mt-2 min-h-16 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-paper px-3 py-2 outline-none',
        // If no stop is selected and nothing can be undone, the strip is only a hint: not sticky, and hidden on phones.
        stops.length === 0 && !lastAction
          ? 'hidden @2xl:flex'
          : 'sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom,0px))] z-10 flex shadow-curb low:static',
      )}
    >
      <p role="status" className="min-w-0 text-[0.9375rem] leading-snug @2xl:mr-auto">
        {stops.length > 0 ? (
          <>
            <span className="font-semibold">{`${loadText(stops.length, bags)} selected`}</span>
            {isTooMany && <span className="block text-brick">{`Select at most ${maxBulkStops} at a time.`}</span>}
          </>
        ) : (
          !lastAction && (
            <span className="text-soft">
              <span>Click a stop to select it, Ctrl- or Shift-click to add more, or drag them.</span>
              <span className="hidden @4xl:inline">
                {' '}
                Keyboard: arrow keys, Space to select, Enter to open, M to move.
              </span>
            </span>
          )
        )}
      </p>
      {stops.length > 0 && (
        <div className="flex grow flex-wrap items-center gap-2 @2xl:grow-0">
          {buttons.map(({ label, press, isPossible }, index) => (
            <Button
              key={label}
              variant={index === 0 ? 'primary' : 'outline'}
              size="sm"
              className="grow px-3! @2xl:grow-0"
              disabled={isOff || !isPossible}
              onClick={press}
            >
              {label}
            </Button>
          ))}
          <IconButton label="Clear the selection" onClick={onClear}>
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {lastAction && (
        <UndoOffer
          key={lastAction.id}
          action={lastAction}
          onUndone={() => strip.current?.focus({ preventScroll: true })}
        />
      )}
    </section>
  );
}

/** The undo of the last bulk action until its time is up, with a countdown that screen readers don't announce. */
function UndoOffer({ action, onUndone }: { action: BulkAction; onUndone: () => void }): ReactNode {
  const undo = useUndo();
  const leftMs = useTimeLeft(action.undoUntil);
  if (leftMs <= 0) return null;
  return (
    <div className="flex min-w-0 items-center gap-2">
      <p className="min-w-0 text-[0.9375rem] leading-snug">{action.summary}</p>
      <Button
        variant="outline"
        size="sm"
        className="shrink-0 px-3!"
        icon={<Undo2 className="size-5" aria-hidden="true" />}
        busy={undo.isPending || undo.isSuccess}
        onClick={() => !undo.isPending && undo.mutate(action.id, { onSuccess: onUndone })}
      >
        <span>Undo</span>
        <span aria-hidden="true" className="min-w-[4ch] font-normal text-soft">
          {countdownText(leftMs)}
        </span>
      </Button>
    </div>
  );
}

function useTimeLeft(until: string): number {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(until) - now;
}
