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
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS as DragCss } from '@dnd-kit/utilities';
import { useIsMutating } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, GripVertical, Pin } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { StopNumber } from '../../ui/stop-number.tsx';
import { VisitItem } from '../disposal/visit-item.tsx';
import { withVisits } from '../disposal/visit-rows.ts';
import type { OpenStop } from '../route-stops.ts';
import { etaText, streetOf } from '../route-words.ts';
import { movingKey, type StopMove, useMoveStop } from './use-move-stop.ts';
import { dragTexts, howToDrag, movedText, pinnedText } from './words.ts';

export interface OrderEditorProps {
  routeId: string;
  stops: readonly OpenStop[];
  /** The planned visits to disposal sites. They are listed among the stops but can't be moved. */
  visits: readonly DisposalVisit[];
  resolvedStops: number;
}

const onlyUpAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** Changes the order of a route's open stops by dragging, buttons or keys. A moved stop is pinned to its position. */
export function OrderEditor({ routeId, stops, visits, resolvedStops }: OrderEditorProps) {
  const send = useMoveStop(routeId);
  const planned = stops.filter(({ isPlanned }) => isPlanned);
  const { ordered, drop } = useDropped(planned);
  const rows = withVisits(ordered, visits, resolvedStops);
  const [announcement, setAnnouncement] = useState('');
  const refocus = useRefocus(ordered.map(({ id }) => id).join());
  const sensors = useSensors(
    // A finger that rests on the handle doesn't start a drag.
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
        Drag a stop by its handle, or use the arrows. A stop you move is pinned: Optimize keeps its position.
      </p>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[onlyUpAndDown]}
        accessibility={{ announcements: dragTexts(ordered), screenReaderInstructions: { draggable: howToDrag } }}
        onDragEnd={endDrag}
      >
        <SortableContext
          items={rows.map(({ visit, stop }) => (visit ?? stop).id)}
          strategy={verticalListSortingStrategy}
        >
          <ol aria-label="Order of the stops" className="mt-2">
            {rows.map((row) => {
              if (row.visit) return <VisitRow key={row.visit.id} visit={row.visit} />;
              const { stop, index } = row;
              return (
                <OrderRow
                  key={stop.id}
                  stop={stop}
                  isFirst={index === 0}
                  isLast={index === ordered.length - 1}
                  onStep={(step) => {
                    move({ pickupId: stop.id, openBefore: index + step, isPinned: true });
                    setAnnouncement(movedText(stop, index + step + 1, ordered.length));
                  }}
                  onPin={(isPinned) => {
                    move({ pickupId: stop.id, openBefore: index, isPinned });
                    setAnnouncement(pinnedText(stop, isPinned));
                  }}
                />
              );
            })}
          </ol>
        </SortableContext>
      </DndContext>
      {planned.length < stops.length && (
        <p className="mt-3 text-[0.9375rem] text-soft leading-snug">
          Stops added after planning aren't in this order yet. Optimize adds them.
        </p>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}

/**
 * Shows the dropped order until the route has it, so that a second press starts from it. A new route
 * from the server replaces it.
 */
function useDropped(stops: readonly OpenStop[]) {
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const shown = stops.map(({ id }) => id).join();
  const moving = useIsMutating({ mutationKey: [movingKey] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order or the end of a move discards it
  useEffect(() => setIds(null), [shown, moving]);
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const dropped = ids?.flatMap((id) => byId.get(id) ?? []);
  return { ordered: dropped?.length === stops.length ? dropped : [...stops], drop: setIds };
}

/**
 * Restores the focus that a row loses when it moves in the list. `keep` remembers the focused control by its
 * `data-control`; the new `order` focuses it again. Put `listRef` on the list's container.
 */
function useRefocus(order: string) {
  const list = useRef<HTMLDivElement>(null);
  const kept = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new order moves the rows, which lose the focus
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

/** A visit's row. It makes room for a dragged stop, but isn't a drop target. */
function VisitRow({ visit }: { visit: DisposalVisit }) {
  const { setNodeRef, transform, transition } = useSortable({
    id: visit.id,
    disabled: { draggable: true, droppable: true },
  });
  return (
    <VisitItem
      ref={setNodeRef}
      visit={visit}
      style={{ transform: DragCss.Translate.toString(transform), transition }}
    />
  );
}

interface OrderRowProps {
  stop: OpenStop;
  isFirst: boolean;
  isLast: boolean;
  onStep: (step: -1 | 1) => void;
  onPin: (isPinned: boolean) => void;
}

function OrderRow({ stop, isFirst, isLast, onStep, onPin }: OrderRowProps) {
  const { id, number, address, estimatedArrival, isPinned } = stop;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id,
  });
  const street = streetOf(address);
  const step = (by: -1 | 1, isPossible: boolean) => ({
    'aria-disabled': !isPossible || undefined,
    'data-control': `${by === -1 ? 'up' : 'down'} ${id}`,
    className: 'aria-disabled:cursor-not-allowed aria-disabled:text-control',
    onClick: () => isPossible && onStep(by),
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: DragCss.Translate.toString(transform), transition }}
      className={classNames(
        'relative flex flex-wrap items-center border-line border-b bg-paper py-1 last:border-b-0',
        isDragging && 'z-10 rounded-control border-transparent shadow-sheet ring-2 ring-azure',
      )}
    >
      <div className="flex min-w-0 grow basis-44 items-center">
        <button
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          type="button"
          data-control={`handle ${id}`}
          aria-label={`Move ${street}`}
          title="Drag to move"
          className="-ml-3 grid size-11 shrink-0 cursor-grab! touch-none place-items-center rounded-control text-soft hover:bg-step active:cursor-grabbing!"
        >
          <GripVertical className="size-5" aria-hidden="true" />
        </button>
        <StopNumber number={number} isFinished={false} />
        <p className="ml-2 min-w-0 break-words leading-tight">
          <span className="font-semibold">{street}</span>
          <span className="mt-0.5 block text-[0.9375rem] text-soft">{etaText(estimatedArrival)}</span>
        </p>
      </div>
      <div className="-mr-2 ml-auto flex shrink-0">
        <IconButton
          label={`Pin ${street} to place ${number}`}
          aria-pressed={isPinned}
          data-control={`pin ${id}`}
          className={isPinned ? 'text-azure' : 'text-soft'}
          onClick={() => onPin(!isPinned)}
        >
          <Pin className={classNames('size-5', isPinned && 'fill-current')} aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${street} up`} {...step(-1, !isFirst)}>
          <ChevronUp className="size-5" aria-hidden="true" />
        </IconButton>
        <IconButton label={`Move ${street} down`} {...step(1, !isLast)}>
          <ChevronDown className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
