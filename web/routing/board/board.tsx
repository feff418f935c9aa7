import type { QueryKey } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useCallback, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { DayBoard } from '../../../contract/routing/day-board.ts';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { lateCountText } from '../lateness.ts';
import { stopsText } from '../route-words.ts';
import { ActionStrip } from './action-strip.tsx';
import { BoardMap } from './board-map.tsx';
import {
  type ColumnView,
  columnsOf,
  type Destination,
  destinationOf,
  findStop,
  stopName,
  stopsOf,
  unassignedKey,
} from './board-model.ts';
import { overText, staysLoadedText, tooFullText } from './board-words.ts';
import { Column } from './column.tsx';
import { type Asked, BoardDialogs } from './dialogs/board-dialogs.tsx';
import { emptySelection, pressed, pruned, type Selection, toggledAll, without } from './selection.ts';
import { isRefused, type RefusedMove, useMoveStops } from './use-board-changes.ts';
import { type BoardDrag, type DropTarget, useBoardDrag } from './use-board-drag.ts';
import { useBoardFocus } from './use-board-focus.ts';
import { focusAfterMove, useClearFocus, useReveal, useShowColumn } from './use-row-focus.ts';
import { useRows } from './use-rows.ts';

interface BoardProps {
  board: DayBoard;
  queryKey: QueryKey;
  /** The driver whose column is scrolled into view. */
  wantedDriver: string | undefined;
}

/**
 * The columns of one date, and everything that can be done with their stops. Key it by date, because a
 * selection belongs to one day.
 */
export function Board({ board: latest, queryKey, wantedDriver }: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<Selection>(emptySelection);
  const [phoneColumn, setPhoneColumn] = useState(() =>
    latest.unassigned.length > 0 ? unassignedKey : (latest.columns[0]?.driverId ?? unassignedKey),
  );
  const asked = useDialogSubject<Asked>();
  const opened = useDialogSubject<string>();
  const refusal = useDialogSubject<RefusedMove>();
  const { focusedId } = useBoardFocus();
  const { drag, ghost, onPointerDown } = useBoardDrag({
    board: element,
    idsFrom: (id) => (selection.ids.has(id) ? selectedIds : [id]),
    onDrop: (ids, target) => drop(ids, target),
  });
  // Doesn't change during a drag, because a refresh would move rows away from under the pointer.
  const board = useFrozen(latest, drag !== null);
  const views = useMemo(() => columnsOf(board), [board]);
  const openIds = useMemo(() => new Set(views.flatMap(({ open }) => open.map(({ id }) => id))), [views]);
  const selection = useMemo(() => pruned(chosen, openIds), [chosen, openIds]);
  const selected = stopsOf(views, selection.ids);
  const selectedIds = selected.map(({ id }) => id);
  const isReadOnly = board.date < board.today;

  const { send, isPending } = useSend({ element, board, queryKey, views, setChosen, onRefused: refusal.show });
  const drop = (ids: readonly string[], { column, gap }: DropTarget) => {
    const view = views.find(({ key }) => key === column);
    const to = view ? destinationOf(view, stopsOf(views, new Set(ids)), gap) : 'nothing';
    if (to === 'refused') notWorking(view?.name);
    else if (to !== 'nothing') send(ids, to);
  };
  const select = (change: (before: Selection) => Selection) => {
    if (!isReadOnly) setChosen((before) => change(pruned(before, openIds)));
  };
  const clear = () => setChosen(emptySelection);
  useRows({
    board: element,
    views,
    onPress: (id, column, press) => select((before) => pressed(before, id, column, press)),
    onSelectAll: (column) => select((before) => toggledAll(before, column)),
    onOpen: opened.show,
    onMoveTo: (id) => !isReadOnly && asked.show({ kind: 'move', ids: selection.ids.has(id) ? selectedIds : [id] }),
    onEscape: clear,
  });
  useClearFocus();
  const showColumnOf = useCallback(
    (id: string) => setPhoneColumn(findStop(views, id)?.view.key ?? unassignedKey),
    [views],
  );
  useReveal(element, showColumnOf);
  const showDriver = useShowColumn(element, wantedDriver, setPhoneColumn);
  const toggleAll = useCallback((ids: readonly string[]) => setChosen((before) => toggledAll(before, ids)), []);
  const shownOnPhone = views.some(({ key }) => key === phoneColumn) ? phoneColumn : unassignedKey;
  return (
    <>
      <div className="@6xl:grid @6xl:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] @6xl:gap-x-5">
        <BoardMap board={board} onShowDriver={showDriver} />
        <div className="min-w-0">
          <PhoneSwitch views={views} shown={shownOnPhone} onChange={setPhoneColumn} />
          <div
            ref={element}
            data-board
            onPointerDown={isReadOnly ? undefined : onPointerDown}
            className="flex h-[clamp(24rem,calc(100dvh-15rem),52rem)] gap-3 @2xl:-mx-gutter @2xl:overflow-x-auto @2xl:px-gutter @2xl:pb-2 @6xl:ml-0 @6xl:pl-1"
          >
            {views.map((view) => (
              <Column
                key={view.key}
                view={view}
                date={board.date}
                isReadOnly={isReadOnly}
                selectedIds={selection.ids}
                tabStop={tabStopOf(view, focusedId)}
                draggedIds={drag?.ids ?? null}
                dropAt={dropAtOf(drag, view.key)}
                isShownOnPhone={view.key === shownOnPhone}
                onToggleAll={toggleAll}
              />
            ))}
          </div>
        </div>
      </div>
      {!isReadOnly && (
        <ActionStrip
          stops={selected}
          lastAction={board.lastAction}
          isBusy={isPending}
          onAsk={(kind) => asked.show({ kind, ids: selectedIds })}
          onUnassign={() => send(selectedIds, { unassign: true })}
          onClear={clear}
        />
      )}
      <BoardDialogs {...{ board, views, isReadOnly, asked, opened, refusal }} isBusy={isPending} onMove={send} />
      {drag && <Ghost ghost={ghost} drag={drag} views={views} />}
    </>
  );
}

interface SendOptions {
  element: { readonly current: HTMLElement | null };
  board: DayBoard;
  queryKey: QueryKey;
  views: readonly ColumnView[];
  setChosen: Dispatch<SetStateAction<Selection>>;
  onRefused: (refused: RefusedMove) => void;
}

/** Sends a move of stops. Deselects the stops that were moved or refused; the others stay selected. */
function useSend({ element, board, queryKey, views, setChosen, onRefused }: SendOptions) {
  const move = useMoveStops({
    date: board.date,
    queryKey,
    onMoved: ({ stops }) => {
      const moved = stops.map(({ id }) => id);
      setChosen((before) => without(before, moved));
    },
    onRefused: (refused) => {
      setChosen((before) => without(before, Object.keys(refused.sentences)));
      onRefused(refused);
    },
  });
  /**
   * Sends one move. Calls `onDone` when the stops are moved or refused, but not after an error that
   * another try may overcome.
   */
  const send = (ids: readonly string[], to: Destination, onDone?: () => void) => {
    const stops = stopsOf(views, new Set(ids)).filter(({ driverId }) => driverId !== null || !('unassign' in to));
    if (move.isPending) return;
    if (stops.length === 0) return onDone?.();
    const focusNext = focusAfterMove(
      element.current,
      stops.map(({ id }) => id),
    );
    const done = () => {
      onDone?.();
      focusNext();
    };
    if (!onDone) focusNext();
    move.mutate({ stops, to }, { onSuccess: done, onError: (error) => isRefused(error) && done() });
  };
  return { send, isPending: move.isPending };
}

/** Returns where to draw the drop line in a column; null if the pointer is elsewhere. */
function dropAtOf(drag: BoardDrag | null, column: string): number | 'best' | null {
  const target = drag?.target;
  if (!target || target.column !== column) return null;
  return target.gap === 'best' ? 'best' : target.top;
}

function notWorking(name = 'The driver'): void {
  toast({ title: 'Move Failed', description: `${name} isn't working on this day.`, variant: 'destructive' });
}

/** Returns the current value; while `isFrozen` is true, the value from before. */
function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isFrozen && shown !== value) setShown(value);
  return isFrozen ? shown : value;
}

/** Returns the row of a column that Tab reaches: the focused one, else the first. */
function tabStopOf({ open }: ColumnView, focusedId: string | null): string | undefined {
  return (open.find(({ id }) => id === focusedId) ?? open[0])?.id;
}

interface PhoneSwitchProps {
  views: readonly ColumnView[];
  shown: string;
  onChange: (key: string) => void;
}

/** The list that chooses the column on a phone, which shows one at a time. */
function PhoneSwitch({ views, shown, onChange }: PhoneSwitchProps) {
  return (
    <SelectField
      label="Column"
      labelHidden
      className="mb-2 @2xl:hidden"
      value={shown}
      onChange={({ target }) => onChange(target.value)}
    >
      {views.map(({ key, name, driver, open, late }) => {
        const alerts = driver
          ? [
              overText(driver.overMinutes),
              tooFullText(driver.overBags),
              staysLoadedText(driver.leftBags),
              lateCountText(late.size),
            ]
          : [];
        return (
          <option key={key} value={key}>
            {[name, stopsText(driver?.totalStops ?? open.length), ...alerts]
              .filter((text) => text !== null)
              .join(' · ')}
          </option>
        );
      })}
    </SelectField>
  );
}

interface GhostProps {
  ghost: React.RefObject<HTMLDivElement | null>;
  drag: BoardDrag;
  views: readonly ColumnView[];
}

/** The picture of the dragged stops beside the pointer. */
function Ghost({ ghost, drag, views }: GhostProps) {
  const [first = ''] = drag.ids;
  const found = drag.ids.length === 1 ? findStop(views, first) : null;
  return createPortal(
    <div
      ref={ghost}
      aria-hidden="true"
      className="pointer-events-none fixed top-0 left-0 z-50 rounded-control bg-deep px-3 py-1.5 font-semibold text-on-deep shadow-sheet"
    >
      {found ? stopName(found.stop) : stopsText(drag.ids.length)}
    </div>,
    document.body,
  );
}
