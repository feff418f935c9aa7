import { ArrowDown, CheckCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DateKey } from '../../../contract/values/dates.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { countStops, isDone, isOpen, type NumberedStop } from '../schedule.ts';
import { passFocus, restoreFocus } from '../stop/restore-focus.ts';
import { useUndoable } from '../stop/undo-button.tsx';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { useStopAction } from '../stop/use-stop-action.ts';
import { FinishedLine } from './finished-line.tsx';
import { TodayList } from './today-list.ts';
import { TodayStop, todayStopId } from './today-stop.tsx';
import { useSelection } from './use-selection.ts';

interface TodayRouteProps {
  stops: readonly NumberedStop[];
  today: DateKey;
  /** Pickups with an action that the server doesn't have yet. */
  waitingIds: ReadonlySet<string>;
  /** Overdue stops stand above. */
  hasOverdue: boolean;
}

const headingId = 'today-route';
const listId = 'today-stops';
/** Longer than the page takes to redraw, in ms. */
const standAfterMs = 60;

/** Today's stops in route order, completed one by one or in bulk. Finished ones are folded into one line. */
export function TodayRoute({ stops, today, waitingIds, hasOverdue }: TodayRouteProps) {
  const openIds = stops.filter(({ stop }) => isOpen(stop)).map(({ stop }) => stop.id);
  const selection = useSelection(openIds);
  const [choice, setFinishedShown] = useState<boolean | null>(null);
  // With nothing left to do they are all there is to see.
  const areFinishedShown = choice ?? openIds.length === 0;
  // The next stop moves under the finger that has just completed one.
  const [isGuarded, startGuard] = usePressGuard();
  const undoable = useUndoable();
  const [nextId, afterNextId] = openIds;
  const counts = countStops(stops.map(({ stop }) => stop));
  // Overdue stops come first until the day has begun.
  useStandAtNext(hasOverdue && counts.remaining === counts.total ? undefined : nextId);
  const standAfter = (stopId: string) => {
    startGuard();
    if (stopId === nextId && !areFinishedShown) standAt(afterNextId);
  };
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
          Today's Route
        </h2>
        {stops.length > 0 && <RouteProgress completed={counts.completed} total={counts.total} />}
      </div>
      {openIds.length === 0 && (
        <EmptyState
          title="All Done for Today!"
          art={<Scene name="empty" />}
          className={stops.length > 0 ? 'py-6!' : ''}
        >
          {stops.length === 0
            ? 'There are no stops on your route today.'
            : stops.every(({ stop }) => isDone(stop))
              ? "All of today's stops are completed."
              : 'There are no stops left today.'}
        </EmptyState>
      )}
      {openIds.length > 0 && (
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <Button variant="outline" size="sm" onClick={selection.selectAll}>
            Select All
          </Button>
          <Button variant="quiet" size="sm" onClick={selection.clear}>
            Clear
          </Button>
          <p role="status" className="ml-auto text-soft">
            {selection.ids.length} selected
          </p>
        </div>
      )}
      <FinishedLine
        counts={counts}
        isShown={areFinishedShown}
        onToggle={() => setFinishedShown(!areFinishedShown)}
        undoable={undoable}
        onUndone={({ presses }) => restoreFocus(...presses.map(({ pickupId }) => todayStopId(pickupId)), headingId)}
        controls={listId}
      />
      {areFinishedShown && nextId && <NextStopButton stopId={nextId} />}
      <TodayList
        value={{
          isGuarded,
          focusTargetsOf(stopId) {
            const nextOpen = stopId === nextId ? afterNextId : nextId;
            return [...(nextOpen ? [todayStopId(nextOpen)] : []), headingId];
          },
          onResolved: standAfter,
        }}
      >
        <ol id={listId} className="mt-1.5 space-y-2">
          {stops
            .filter(({ stop }) => areFinishedShown || isOpen(stop))
            .map(({ number, stop }) => (
              <TodayStop
                key={stop.id}
                number={number}
                stop={stop}
                today={today}
                isWaiting={waitingIds.has(stop.id)}
                isNext={stop.id === nextId}
                isSelected={selection.has(stop.id)}
                onToggle={selection.toggle}
              />
            ))}
        </ol>
      </TodayList>
      <BulkComplete ids={selection.ids} onDone={selection.clear} focusTarget={headingId} />
    </section>
  );
}

/** On arrival and after a reload the page stands so that the next stop is whole on the screen; undefined: it stays at the top. */
function useStandAtNext(nextId: string | undefined): void {
  const hasStood = useRef(false);
  useEffect(() => {
    if (hasStood.current || !nextId) return;
    hasStood.current = true;
    standAt(nextId);
  }, [nextId]);
}

/** Scrolls as little as needed, and not at all when the stop is whole on the screen. Waits until it is drawn as the next one. */
function standAt(stopId: string | undefined): void {
  if (!stopId) return;
  setTimeout(() => {
    document.getElementById(todayStopId(stopId))?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, standAfterMs);
}

function RouteProgress({ completed, total }: { completed: number; total: number }) {
  const percent = total === 0 ? 0 : Math.round((completed / total) * 100);
  return (
    <div className="flex min-w-28 grow items-center gap-3">
      <div
        role="progressbar"
        aria-label="Stops completed"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={completed}
        aria-valuetext={`${completed} of ${total}`}
        className="h-3 grow overflow-hidden rounded-full border border-control bg-paper"
      >
        <div className="h-full bg-leaf transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <span className="shrink-0 font-semibold" aria-hidden="true">
        {completed} of {total}
      </span>
    </div>
  );
}

/** Scrolls past the finished stops that are shown. */
function NextStopButton({ stopId }: { stopId: string }) {
  const go = () => {
    const card = document.getElementById(todayStopId(stopId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  };
  return (
    <Button
      variant="outline"
      className="mt-3 w-full sm:w-auto"
      icon={<ArrowDown className="size-5" aria-hidden="true" />}
      onClick={go}
    >
      Go to Next Stop
    </Button>
  );
}

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
function BulkComplete({ ids, onDone, focusTarget }: BulkCompleteProps) {
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
        className="min-h-14! w-full text-lg!"
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
