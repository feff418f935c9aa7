import { isFocusLost, whenFocusIsLost } from '../../ui/hooks/when-focus-is-lost.ts';

/**
 * For a button that may disappear when it is pressed, or that opened a dialog. When the focus is lost, the first of these elements
 * that exists gets it, so that a keyboard user doesn't start over at the top of the page.
 */
export function restoreFocus(...elementIds: readonly string[]): void {
  whenFocusIsLost(() => focusFirst(elementIds));
}

/** Moves the focus immediately, for a button that stays a moment longer although it is of no more use. */
export function passFocus(button: Element, ...elementIds: readonly string[]): void {
  if (button === document.activeElement || isFocusLost()) focusFirst(elementIds);
}

function focusFirst(elementIds: readonly string[]): void {
  const target = elementIds.map((id) => document.getElementById(id)).find((element) => element !== null);
  target?.focus({ preventScroll: true });
}
