/** Even on a slow phone, a closing dialog has returned the focus by then, and a pressed button has disappeared. */
const longestMs = 5_000;
const everyMs = 50;

let latest: object | undefined;

/**
 * Returns true if the focus is on the page itself, or on its content, which a closing dialog
 * focuses if its opener is gone.
 */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.id === 'main';
}

/**
 * Calls `run` as soon as the focus is lost, within 5 s. No event reports that a focused element was removed, so this
 * polls. A later call replaces this one.
 */
export function whenFocusIsLost(run: () => void): void {
  const call = {};
  latest = call;
  const giveUpAt = performance.now() + longestMs;
  const check = () => {
    if (latest !== call) return;
    if (isFocusLost()) run();
    else if (performance.now() < giveUpAt) setTimeout(check, everyMs);
  };
  check();
}

/** Focuses the page's heading if a pressed button has disappeared with the focus. */
export function focusHeadingIfLost(): void {
  whenFocusIsLost(() => document.querySelector('h1')?.focus({ preventScroll: true }));
}
