import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { whenFocusIsLost } from '../../ui/hooks/when-focus-is-lost.ts';
import { boardFocus, useBoardFocus } from './use-board-focus.ts';
import { focusRow } from './use-rows.ts';

/**
 * Keeps the keyboard focus in a column when its focused stops leave it. The row that takes their place gets the focus,
 * else the column's heading. Call this before the stops leave, and the returned function after they have left.
 */
export function focusAfterMove(board: HTMLElement | null, [first]: readonly string[]): () => void {
  const row = board?.querySelector(`[data-stop="${first}"]`);
  const column = row?.closest<HTMLElement>('[data-column]');
  if (!row || !column) return () => undefined;
  const index = rowsOf(column).indexOf(row as HTMLElement);
  const focusNext = () => {
    const rows = rowsOf(column);
    const next = rows[Math.min(index, rows.length - 1)];
    if (next) focusRow(next, { preventScroll: true });
    else column.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
  };
  return () => whenFocusIsLost(focusNext);
}

const rowsOf = (column: HTMLElement) => [...column.querySelectorAll<HTMLElement>('[data-stop]')];

/**
 * Brings a stop into view and focuses it when it is pressed on the map. Calls `onReveal` first,
 * to show the stop's column.
 */
export function useReveal(board: RefObject<HTMLElement | null>, onReveal: (id: string) => void): void {
  const { focusedId, reveals } = useBoardFocus();
  const done = useRef(reveals);
  useEffect(() => {
    if (focusedId === null || done.current === reveals) return;
    done.current = reveals;
    onReveal(focusedId);
    // Runs after the render that shows the column on a phone.
    const frame = requestAnimationFrame(() => {
      const row = board.current?.querySelector<HTMLElement>(
        `[data-stop="${focusedId}"], [data-resolved="${focusedId}"]`,
      );
      // Resolved stops are in a collapsed list, so open it.
      const folded = row?.closest('details');
      if (folded) folded.open = true;
      row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (row) focusRow(row, { preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [board, focusedId, reveals, onReveal]);
}

/**
 * Brings the column of the page's address into view, once, and focuses its heading. Returns a function that scrolls a
 * column into view on the board without scrolling the page. Calls `onShow` first, which shows the column on a phone.
 */
export function useShowColumn(
  board: RefObject<HTMLElement | null>,
  wanted: string | undefined,
  onShow: (key: string) => void,
): (key: string) => void {
  useEffect(() => {
    if (wanted === undefined) return;
    onShow(wanted);
    // Runs after the render that shows the column on a phone.
    const frame = requestAnimationFrame(() => {
      const column = showColumn(board.current, wanted);
      column?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      column?.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [board, wanted, onShow]);
  return useCallback(
    (key) => {
      onShow(key);
      showColumn(board.current, key);
    },
    [board, onShow],
  );
}

/** Scrolls the board, not the page, until this column is in the middle. Returns the column; null if there is none. */
function showColumn(board: HTMLElement | null, key: string): HTMLElement | null {
  const column = board?.querySelector<HTMLElement>(`[data-column="${CSS.escape(key)}"]`) ?? null;
  if (!board || !column) return null;
  const toMiddle = (board.clientWidth - column.clientWidth) / 2;
  board.scrollTo({ left: column.offsetLeft - board.offsetLeft - toMiddle });
  return column;
}

/** When the board closes, clears the focus, so that the map no longer shows it. */
export function useClearFocus(): void {
  useEffect(() => () => boardFocus.clear(), []);
}
