import { type RefObject, useEffect, useRef } from 'react';
import { boardFocus, useBoardFocus } from './use-board-focus.ts';
import { focusRow } from './use-rows.ts';

/** A closing dialog returns the focus first. */
const focusDelayMs = 300;

/**
 * Keeps the keyboard focus in a column when its focused stops leave it: the row that takes their place gets the focus,
 * else the column's heading. Call the function before they leave, and what it returns when they have left.
 */
export function useFocusAfterMove(board: RefObject<HTMLElement | null>): (ids: readonly string[]) => () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return ([first]) => {
    const row = board.current?.querySelector(`[data-stop="${first}"]`);
    const column = row?.closest<HTMLElement>('[data-column]');
    if (!row || !column) return () => undefined;
    const index = rowsOf(column).indexOf(row as HTMLElement);
    const focusNext = () => {
      const { activeElement: focused, body } = document;
      if (focused !== body && focused?.id !== 'main') return;
      const rows = rowsOf(column);
      const next = rows[Math.min(index, rows.length - 1)];
      if (next) focusRow(next, { preventScroll: true });
      else column.querySelector<HTMLElement>('[data-heading]')?.focus({ preventScroll: true });
    };
    return () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(focusNext, focusDelayMs);
    };
  };
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
      const row = board.current?.querySelector<HTMLElement>(`[data-stop="${focusedId}"]`);
      row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      if (row) focusRow(row, { preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [board, focusedId, reveals, onReveal]);
}

/** No stop is in focus on the map once the board has closed. */
export function useClearFocus(): void {
  useEffect(() => () => boardFocus.clear(), []);
}
