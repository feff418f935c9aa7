/**
 * A pressed button can vanish with what it did. Once the page has been drawn again, the first of these elements that is
 * still there takes the focus over, so that somebody at the keyboard does not start from the top.
 */
export function keepFocus(...elementIds: readonly string[]): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const heir = elementIds.map((id) => document.getElementById(id)).find((element) => element !== null);
    heir?.focus({ preventScroll: true });
  }, 50);
}
