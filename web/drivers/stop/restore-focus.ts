import { isFocusLost, whenFocusIsLost } from '../../ui/hooks/when-focus-is-lost.ts';

/**
 * Focuses the first of these elements that exists, if the focus is lost, so that a keyboard user doesn't start over at
 * the top of the page. For a button that disappears when pressed, or that opened a dialog.
 */
export function restoreFocus(...elementIds: readonly string[]): void {
  whenFocusIsLost(() => focusFirst(elementIds));
}

/** Moves the focus immediately. For a button that no longer does anything but stays on the screen for a moment. */
export function passFocus(button: Element, ...elementIds: readonly string[]): void {
  if (button === document.activeElement || isFocusLost()) focusFirst(elementIds);
}

function focusFirst(elementIds: readonly string[]): void {
  const target = elementIds.map((id) => document.getElementById(id)).find((element) => element !== null);
  target?.focus({ preventScroll: true });
}
