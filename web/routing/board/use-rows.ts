import { type RefObject, useEffect, useRef } from 'react';
import type { ColumnView } from './board-model.ts';
import type { Press } from './selection.ts';
import { boardFocus } from './use-board-focus.ts';

interface Options {
  board: RefObject<HTMLElement | null>;
  views: readonly ColumnView[];
  onPress: (id: string, column: readonly string[], press: Press) => void;
  onSelectAll: (column: readonly string[]) => void;
  onOpen: (id: string) => void;
  onMoveTo: (id: string) => void;
  onEscape: () => void;
}

/** Listens on the board for the clicks and keys of all rows. Arrow keys move the focus between rows and columns. */
export function useRows({ board, views, ...options }: Options) {
  const latest = useRef({ views, ...options });
  latest.current = { views, ...options };
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('click', (event) => pressRow(event, latest.current), { signal });
    element.addEventListener('keydown', (event) => keyOnRow(event, element, latest.current), { signal });
    element.addEventListener('dblclick', ({ target }) => openRow(target, latest.current), { signal });
    element.addEventListener('focusin', ({ target }) => focusIn(target), { signal });
    return () => stop.abort();
  }, [board]);
}

type Handlers = Omit<Options, 'board'>;

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-stop], [data-resolved]') : null;
const idOf = (target: EventTarget | null) => rowOf(target)?.dataset.stop;
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('label, button, a') !== null;

const columnOf = (views: readonly ColumnView[], id: string) =>
  views.find(({ open }) => open.some((stop) => stop.id === id))?.open.map((stop) => stop.id) ?? [];

function focusIn(target: EventTarget | null): void {
  const id = idOf(target);
  if (id !== undefined) boardFocus.focus(id);
}

function openRow(target: EventTarget | null, { onOpen }: Handlers): void {
  const id = idOf(target);
  if (id !== undefined && !isControl(target)) onOpen(id);
}

function pressRow(event: MouseEvent, { views, onPress, onOpen }: Handlers): void {
  const { target, shiftKey, ctrlKey, metaKey } = event;
  const row = rowOf(target);
  if (!row || !(target instanceof Element)) return;
  const { stop: id, resolved } = row.dataset;
  const opened = id ?? resolved;
  if (target.closest('[data-open]') && opened !== undefined) onOpen(opened);
  const isCheckbox = target instanceof HTMLInputElement;
  // A press on the label also triggers a click on its checkbox, and only that click counts.
  if (id === undefined || (!isCheckbox && isControl(target))) return;
  const isToggle = isCheckbox || ctrlKey || metaKey || isTouch(event);
  onPress(id, columnOf(views, id), { isRange: shiftKey, isToggle });
  if (!isCheckbox) row.querySelector('input')?.focus({ preventScroll: true });
}

/** Returns true for a finger, which has no modifier keys: each tap adds or removes a stop. */
const isTouch = (event: MouseEvent) => event instanceof PointerEvent && event.pointerType === 'touch';

function keyOnRow(event: KeyboardEvent, board: HTMLElement, handlers: Handlers): void {
  const row = rowOf(event.target);
  const id = row?.dataset.stop;
  if (!row || id === undefined || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const run = keyActions(event.key, isCommand, event.target instanceof HTMLInputElement, id, handlers);
  const next = isCommand ? null : neighborOf(event.key, row, board);
  if (!run && !next) return;
  event.preventDefault();
  run?.();
  if (!next) return;
  focusRow(next);
  const nextId = next.dataset.stop;
  if (event.shiftKey && nextId !== undefined) {
    handlers.onPress(nextId, columnOf(handlers.views, nextId), { isRange: true, isToggle: false });
  }
}

function keyActions(key: string, isCommand: boolean, isCheckbox: boolean, id: string, handlers: Handlers) {
  if (isCommand) return key.toLowerCase() === 'a' ? () => handlers.onSelectAll(columnOf(handlers.views, id)) : null;
  if (key === 'Enter' && isCheckbox) return () => handlers.onOpen(id);
  if (key.toLowerCase() === 'm') return () => handlers.onMoveTo(id);
  return key === 'Escape' ? handlers.onEscape : null;
}

/** Returns the row that an arrow key leads to: in this column, or at the same height in the next column with rows. */
function neighborOf(key: string, row: HTMLElement, board: HTMLElement): HTMLElement | null {
  const rows = rowsAround(row);
  const at = rows.indexOf(row);
  const inColumn = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key];
  if (inColumn !== undefined) return rows[inColumn] ?? null;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return null;
  const columns = [...board.querySelectorAll<HTMLElement>('[data-rows]')];
  let index = columns.findIndex((column) => column.contains(row)) + step;
  while (columns[index] && rowsIn(columns[index]).length === 0) index += step;
  const there = rowsIn(columns[index]);
  return there[Math.min(at, there.length - 1)] ?? null;
}

const rowsIn = (column: Element | undefined) => [...(column?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
const rowsAround = (row: HTMLElement) => rowsIn(row.closest('[data-rows]') ?? undefined);

export function focusRow(row: HTMLElement, options?: FocusOptions): void {
  row.querySelector<HTMLElement>('input, [data-open]')?.focus(options);
}
