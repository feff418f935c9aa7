const isLost = () => document.activeElement === document.body || document.activeElement?.id === 'main';

/** Longer than a dialog takes to close and to return the focus, in ms. */
const afterDialogMs = 300;

/**
 * For a button that may disappear when it is pressed. Once the page has been redrawn, the first of these elements that exists
 * gets the focus, so that a keyboard user doesn't start over at the top of the page.
 */
export function restoreFocus(...elementIds: readonly string[]): void {
  setTimeout(() => document.activeElement === document.body && focusFirst(elementIds), 50);
}

/** Like `restoreFocus`, for a button that opened a dialog: the focus is on the page's content if the button is gone. */
export function restoreFocusAfterDialog(...elementIds: readonly string[]): void {
  setTimeout(() => isLost() && focusFirst(elementIds), afterDialogMs);
}

/** Moves the focus immediately, for a button that stays a moment longer although it is of no more use. */
export function passFocus(button: Element, ...elementIds: readonly string[]): void {
  if (button === document.activeElement || isLost()) focusFirst(elementIds);
}

function focusFirst(elementIds: readonly string[]): void {
  const target = elementIds.map((id) => document.getElementById(id)).find((element) => element !== null);
  target?.focus({ preventScroll: true });
}
