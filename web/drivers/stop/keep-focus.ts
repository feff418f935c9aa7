const isLost = () => document.activeElement === document.body || document.activeElement?.id === 'main';

/** Longer than a dialog takes to go and to give the focus back. */
const afterDialogMs = 300;

/**
 * A pressed button can vanish with what it did. Once the page has been drawn again, the first of these elements that is
 * still there takes the focus over, so that somebody at the keyboard does not start from the top.
 */
export function keepFocus(...elementIds: readonly string[]): void {
  setTimeout(() => document.activeElement === document.body && focusFirst(elementIds), 50);
}

/** The same for a button that opened a dialog, which leaves the focus to the page's content when the button is gone. */
export function keepFocusAfterDialog(...elementIds: readonly string[]): void {
  setTimeout(() => isLost() && focusFirst(elementIds), afterDialogMs);
}

/** The same for a button that stays for a moment although it is of no use any more: it gives the focus up at once. */
export function passFocus(button: Element, ...elementIds: readonly string[]): void {
  if (button === document.activeElement || isLost()) focusFirst(elementIds);
}

function focusFirst(elementIds: readonly string[]): void {
  const heir = elementIds.map((id) => document.getElementById(id)).find((element) => element !== null);
  heir?.focus({ preventScroll: true });
}
