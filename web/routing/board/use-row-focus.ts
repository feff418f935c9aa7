import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { whenFocusIsLost } from '../../ui/hooks/when-focus-is-lost.ts';
import { boardFocus, useBoardFocus } from './use-board-focus.ts';
import { focusRow } from './use-rows.ts';

/**
 * Keeps the keyboard focus in a column when its focused stops leave it: the row that takes their place gets the focus,
 * else the column's heading. Call the function before they leave, and what it returns when they have left.
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

/** Brings a stop into view and focuses it when it is pressed on the map. `onReveal` comes first, to show its column. */
export function useReveal(board: RefObject<HTMLElement | null>, onReveal: (id: string) => void): void {
  const { focusedId, reveals } = useBoardFocus();
  const done = useRef(reveals);
  useEffect(() => {
    if (focusedId === null || done.current === reveals) return;
    done.current = reveals;
    onReveal(focusedId);
    // After the render that shows its column on a phone.
    const frame = requestAnimationFrame(() => {
      const row = board.current?.querySelector<HTMLElement>(
        `[data-stop="${focusedId}"], [data-resolved="${focusedId}"]`,
      );
      // The resolved stops are folded.
      const folded = row?.closest('details');
      if (folded) folded.open = true;
      row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (row) focusRow(row, { preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [board, focusedId, reveals, onReveal]);
}

/**
 * Brings the column of the page's address into view, once, and focuses its heading. Returns a function that brings a column into
 * view beside the others and leaves the page where it is. `onShow` comes first, for phones.
 */
export function useShowColumn(
  board: RefObject<HTMLElement | null>,
  wanted: string | undefined,
  onShow: (key: string) => void,
): (key: string) => void {
  useEffect(() => {
    if (wanted === undefined) return;
    onShow(wanted);
    // After the render that shows it on a phone.
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

/** Scrolls the board, not the page, until this column is in its middle. */
function showColumn(board: HTMLElement | null, key: string): HTMLElement | null {
  const column = board?.querySelector<HTMLElement>(`[data-column="${CSS.escape(key)}"]`) ?? null;
  if (!board || !column) return null;
  const toMiddle = (board.clientWidth - column.clientWidth) / 2;
  board.scrollTo({ left: column.offsetLeft - board.offsetLeft - toMiddle });
  return column;
}

/** No stop is in focus on the map once the board has closed. */
export function useClearFocus(): void {
  useEffect(() => () => boardFocus.clear(), []);
}
