import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { OpenStop } from '../route-stops.ts';
import { OrderRow } from './row.tsx';
import { movingKey, type StopMove, useMoveStop } from './use-move-stop.ts';
import { dragWords, howToDrag, movedWords, pinnedWords } from './words.ts';

export interface OrderEditorProps {
  routeId: string;
  /** What is still to be done, in the order of the drive. */
  stops: readonly OpenStop[];
}

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** The stops of a route that are still to be done: dragged, moved by buttons or by keys, and pinned to their places. */
export function OrderEditor({ routeId, stops }: OrderEditorProps) {
  const send = useMoveStop(routeId);
  const planned = stops.filter(({ isPlanned }) => isPlanned);
  const { ordered, drop } = useDropped(planned);
  const [said, setSaid] = useState('');
  const refocus = useRefocus(ordered.map(({ id }) => id).join());
  const sensors = useSensors(
    // A finger that only rests on the handle is no drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = (change: StopMove) => {
    const from = ordered.findIndex(({ id }) => id === change.pickupId);
    drop(arrayMove(ordered, from, change.openBefore).map(({ id }) => id));
    refocus.keep();
    send(change);
  };
  const endDrag = ({ active, over }: DragEndEvent) => {
    const from = ordered.findIndex(({ id }) => id === active.id);
    const to = ordered.findIndex(({ id }) => id === over?.id);
    if (from < 0 || to < 0 || from === to) return;
    move({ pickupId: String(active.id), openBefore: to, isPinned: true });
  };
  return (
    <div ref={refocus.listRef} className="py-3">
      <p className="text-[0.9375rem] text-soft leading-snug">
        Drag a stop by its handle, or use the arrows. A stop you move is pinned: Optimize leaves it at its place.
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[onlyUpAndDown]}
        accessibility={{ announcements: dragWords(ordered), screenReaderInstructions: { draggable: howToDrag } }}
        onDragEnd={endDrag}
      >
        <SortableContext items={ordered.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
          <ol aria-label="Order of the stops" className="mt-2">
            {ordered.map((stop, index) => (
              <OrderRow
                key={stop.id}
                stop={stop}
                isFirst={index === 0}
                isLast={index === ordered.length - 1}
                onStep={(step) => {
                  move({ pickupId: stop.id, openBefore: index + step, isPinned: true });
                  setSaid(movedWords(stop, index + step + 1, ordered.length));
                }}
                onPin={(isPinned) => {
                  move({ pickupId: stop.id, openBefore: index, isPinned });
                  setSaid(pinnedWords(stop, isPinned));
                }}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {planned.length < stops.length && (
        <p className="mt-3 text-[0.9375rem] text-soft leading-snug">
          Stops that came after the plan have no place in it yet. Optimize gives them one.
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

/**
 * The order that somebody has just made, until the route says the same: the list must not jump back for the moment in
 * between, and a quick second press must find the first one done. Whatever the route says next counts.
 */
function useDropped(stops: readonly OpenStop[]) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const shown = stops.map(({ id }) => id).join();
  const moving = useIsMutating({ mutationKey: [movingKey] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order, or the end of a move, ends what was dropped
  useEffect(() => setIds(null), [shown, moving]);
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const dropped = ids?.flatMap((id) => byId.get(id) ?? []);
  return { ordered: dropped?.length === stops.length ? dropped : [...stops], drop: setIds };
}

/**
 * A row that changes its place in the list loses the focus on the way. `keep` remembers what has it; once the list has the
 * new `order`, the same control has it again. Put `listRef` on what holds the list; controls are told apart by
 * `data-control`.
 */
function useRefocus(order: string) {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order is what takes the focus away
  useLayoutEffect(() => {
    const control = kept.current;
    if (control === null || !list.current || list.current.contains(document.activeElement)) return;
    if (document.activeElement !== document.body) return;
    list.current.querySelector<HTMLElement>(`[data-control="${CSS.escape(control)}"]`)?.focus();
  }, [order]);
  return {
    listRef: list,
    keep: () => {
      kept.current = document.activeElement?.getAttribute('data-control') ?? null;
    },
  };
}
