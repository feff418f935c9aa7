import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { edgeStep, gapAt } from './drop-place.ts';

export interface DropTarget {
  /** The column's `data-column`. */
  readonly column: string;
  /**
   * The gap between its stops; 0 is above the first one. `best` on the column's header: the
   * server chooses the position.
   */
  readonly gap: number | 'best';
  /** Where the gap is, in pixels from the top of the column's rows: the top edge of the stop after it. */
  readonly top: number;
}

export interface BoardDrag {
  readonly ids: readonly string[];
  readonly target: DropTarget | null;
}

interface Options {
  /** Scrolls sideways. Contains `data-column` elements with a `data-rows` list of `data-stop` rows. */
  board: RefObject<HTMLElement | null>;
  /** Returns the ids of the stops that move together when this stop is dragged. */
  idsFrom: (id: string) => readonly string[];
  onDrop: (ids: readonly string[], target: DropTarget) => void;
}

const startDistancePx = 5;

/**
 * Lets the dispatcher drag stops with a mouse or pen. One listener serves the whole board, because 300
 * draggable rows would cost 300 hooks at every refresh. On a touchscreen a drag scrolls, and stops are moved
 * through the selection bar.
 */
export function useBoardDrag({ board, idsFrom, onDrop }: Options) {
  const [drag, setDrag] = useState<BoardDrag | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const end = useRef<() => void>(() => undefined);
  const latest = useRef({ idsFrom, onDrop });
  latest.current = { idsFrom, onDrop };
  useEffect(() => () => end.current(), []);

  const onPointerDown = (event: ReactPointerEvent) => {
    const row = draggableRow(event);
    const id = row?.dataset.stop;
    const boardElement = board.current;
    if (id === undefined || !boardElement) return;
    const start = { x: event.clientX, y: event.clientY };
    let pointer = start;
    let dragged: BoardDrag | null = null;
    let frame = 0;

    const show = (next: BoardDrag | null) => {
      dragged = next;
      setDrag(next);
    };
    const follow = () => {
      if (!dragged) return;
      if (ghost.current) ghost.current.style.transform = `translate(${pointer.x + 14}px, ${pointer.y + 10}px)`;
      scrollNear(boardElement, pointer);
      const target = targetAt(boardElement, pointer);
      if (!isSameTarget(target, dragged.target)) show({ ...dragged, target });
      frame = requestAnimationFrame(follow);
    };
    const move = ({ clientX: x, clientY: y }: PointerEvent) => {
      pointer = { x, y };
      if (dragged || Math.hypot(x - start.x, y - start.y) < startDistancePx) return;
      show({ ids: latest.current.idsFrom(id), target: null });
      frame = requestAnimationFrame(follow);
    };
    const stop = () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', stop);
      removeEventListener('keydown', cancel, true);
      cancelAnimationFrame(frame);
      if (dragged) show(null);
    };
    const drop = () => {
      const done = dragged && { ...dragged, target: targetAt(boardElement, pointer) };
      stop();
      if (!done) return;
      ignoreNextClick();
      if (done.target) latest.current.onDrop(done.ids, done.target);
    };
    const cancel = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !dragged) return;
      pressed.stopPropagation();
      ignoreNextClick();
      stop();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', stop);
    addEventListener('keydown', cancel, true);
    end.current = stop;
  };
  return { drag, ghost, onPointerDown };
}

function draggableRow({ target, button, pointerType }: ReactPointerEvent): HTMLElement | null {
  if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return null;
  return target.closest('button, input, a') ? null : target.closest<HTMLElement>('[data-stop]');
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function targetAt(board: HTMLElement, { x, y }: Point): DropTarget | null {
  const box = board.getBoundingClientRect();
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  for (const column of board.querySelectorAll<HTMLElement>('[data-column]')) {
    const { left, right } = column.getBoundingClientRect();
    if (x < left || x > right) continue;
    const key = column.dataset.column ?? '';
    const scroll = column.querySelector('[data-scroll]');
    const rows = column.querySelector('[data-rows]');
    if (!scroll || !rows || y < scroll.getBoundingClientRect().top) return { column: key, gap: 'best', top: 0 };
    const list = rows.getBoundingClientRect();
    const stops = [...rows.querySelectorAll('[data-stop]')].map((stop) => stop.getBoundingClientRect());
    const gap = gapAt(y, stops);
    return { column: key, gap, top: (stops[gap]?.top ?? list.bottom) - list.top };
  }
  return null;
}

/** Scrolls the board sideways and the column under the pointer up or down, when the pointer is near their edges. */
function scrollNear(board: HTMLElement, { x, y }: Point): void {
  const box = board.getBoundingClientRect();
  if (y < box.top || y > box.bottom) return;
  board.scrollLeft += edgeStep(x, box.left, box.right);
  for (const list of board.querySelectorAll<HTMLElement>('[data-scroll]')) {
    const { left, right, top, bottom } = list.getBoundingClientRect();
    if (x >= left && x <= right) list.scrollTop += edgeStep(y, top, bottom);
  }
}

const isSameTarget = (one: DropTarget | null, other: DropTarget | null) =>
  one?.column === other?.column && one?.gap === other?.gap;

/** Ignores the click at the end of a drag, because it would change the selection. */
function ignoreNextClick(): void {
  const ignore = (click: MouseEvent) => {
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener('click', ignore, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), 0);
}
