import { ArrowDown, CheckCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import {
  countStops,
  isDone,
  isOpen,
  isOpenItem,
  type NumberedStop,
  type RouteItem,
  wasLastPress,
  withVisits,
} from '../schedule.ts';
import { passFocus, restoreFocus } from '../stop/restore-focus.ts';
import { useUndoable } from '../stop/undo-button.tsx';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { useStopAction } from '../stop/use-stop-action.ts';
import { FinishedLine } from './finished-line.tsx';
import { TodayList, todayItemId } from './today-list.ts';
import { TodayStop } from './today-stop.tsx';
import { TodayVisit } from './today-visit.tsx';
import { useSelection } from './use-selection.ts';

interface TodayRouteProps {
  stops: readonly NumberedStop[];
  visits: readonly DisposalVisit[];
  today: DateKey;
  /** The ids of pickups and visits with an action that the server doesn't have yet. */
  waitingIds: ReadonlySet<string>;
  /** True if overdue stops are shown above. */
  hasOverdue: boolean;
}

const headingId = 'today-route';
const listId = 'today-stops';
/** How long to wait before scrolling, in ms. Longer than the page takes to redraw. */
const standAfterMs = 60;

/**
 * Today's stops in route order, completed one by one or in bulk, with the visits to disposal sites among them. Finished
 * stops are folded into one line, and so are finished visits once another stop is completed.
 */
export function TodayRoute({ stops, visits, today, waitingIds, hasOverdue }: TodayRouteProps) {
  const openIds = stops.filter(({ stop }) => isOpen(stop)).map(({ stop }) => stop.id);
  const items = withVisits(stops, visits);
  const [nextId, afterNextId] = items.filter(isOpenItem).map(({ id }) => id);
  const selection = useSelection(openIds);
  const [choice, setFinishedShown] = useState<boolean | null>(null);
  // If nothing is left to do, the finished stops are shown.
  const areFinishedShown = choice ?? nextId === undefined;
  // After a completion, the next stop moves under the driver's finger, so presses are ignored for a moment.
  const [isGuarded, startGuard] = usePressGuard();
  const undoable = useUndoable();
  const counts = countStops(stops.map(({ stop }) => stop));
  // Until the first of today's stops is finished, overdue stops come first, so the page stays at the top.
  useStandAtNext(hasOverdue && counts.remaining === counts.total ? undefined : nextId);
  const standAfter = (id: string) => {
    startGuard();
    if (id === nextId && !areFinishedShown) standAt(afterNextId);
  };
  return (
    <section aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
          Today's Route
        </h2>
        {stops.length > 0 && <RouteProgress completed={counts.completed} total={counts.total} />}
      </div>
      {nextId === undefined && (
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
            {`${selection.ids.length} selected`}
          </p>
        </div>
      )}
      <FinishedLine
        counts={counts}
        isShown={areFinishedShown}
        onToggle={() => setFinishedShown(!areFinishedShown)}
        undoable={undoable}
        onUndone={({ presses }) => restoreFocus(...presses.map(({ pickupId }) => todayItemId(pickupId)), headingId)}
        controls={listId}
      />
      {areFinishedShown && nextId && <NextStopButton itemId={nextId} />}
      <TodayList
        value={{
          isGuarded,
          focusTargetsOf(id) {
            const nextOpen = id === nextId ? afterNextId : nextId;
            return [...(nextOpen ? [todayItemId(nextOpen)] : []), headingId];
          },
          onResolved: standAfter,
        }}
      >
        <ol id={listId} className="mt-1.5 space-y-2">
          {items
            .filter((item) => areFinishedShown || isOpenItem(item) || isShownYet(item, stops))
            .map((item) => {
              const { id } = item;
              const place = { isWaiting: waitingIds.has(id), isNext: id === nextId };
              if (item.kind === 'visit') return <TodayVisit key={id} visit={item.visit} {...place} />;
              const { number, stop } = item;
              const isSelected = selection.has(id);
              return (
                <TodayStop key={id} {...{ number, stop, today, isSelected, ...place }} onToggle={selection.toggle} />
              );
            })}
        </ol>
      </TodayList>
      <BulkComplete ids={selection.ids} onDone={selection.clear} focusTarget={headingId} />
    </section>
  );
}

/** Returns true for the visit that the driver has just made. It stays in the list so that its ticket can be added. */
function isShownYet(item: RouteItem, stops: readonly NumberedStop[]): boolean {
  return (
    item.kind === 'visit' &&
    wasLastPress(
      item.visit,
      stops.map(({ stop }) => stop),
    )
  );
}

/** Scrolls once, when the page opens, until the next stop is fully visible. Doesn't scroll if `nextId` is undefined. */
function useStandAtNext(nextId: string | undefined): void {
  const hasStood = useRef(false);
  useEffect(() => {
    if (hasStood.current || !nextId) return;
    hasStood.current = true;
    standAt(nextId);
  }, [nextId]);
}

/**
 * Scrolls as little as needed, and not at all if the whole stop is on the screen. Waits until it
 * is drawn as the next stop.
 */
function standAt(id: string | undefined): void {
  if (!id) return;
  setTimeout(() => {
    document.getElementById(todayItemId(id))?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
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
        {`${completed} of ${total}`}
      </span>
    </div>
  );
}

/** The button that scrolls past the finished stops while they are shown. */
function NextStopButton({ itemId }: { itemId: string }) {
  const go = () => {
    const card = document.getElementById(todayItemId(itemId));
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
 * The bar that completes the selected stops. It sticks to the bottom of the screen, within reach of the thumb. On a
 * phone in landscape, where that would hide the list, it comes after the list instead.
 */
function BulkComplete({ ids, onDone, focusTarget }: BulkCompleteProps) {
  const { busy, run } = useStopAction();
  const [isGuarded, startGuard] = usePressGuard();
  const [isThere, setThere] = useState(false);
  const [count, setCount] = useState(0);
  const isWanted = ids.length > 0;
  // The bar appears and disappears under the driver's finger, so the second press of a double tap could hit the bar or
  // the stop below it. It therefore ignores presses for a moment, and stays for a moment after use.
  if (isWanted !== isThere) {
    setThere(isWanted);
    startGuard();
  }
  if (isWanted && ids.length !== count) setCount(ids.length);
  if (!isWanted && !isGuarded) return null;
  const completeAll = async (button: Element) => {
    if (isGuarded || !isWanted) return;
    // If nothing was saved, the stops stay selected.
    if (!(await run(...ids.map((pickupId) => ({ pickupId, work: { kind: 'complete' } as const }))))) return;
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
        {`Complete (${count})`}
      </Button>
    </div>
  );
}
