/** A dialog has returned the focus within this time, and a pressed button has disappeared, also on a slow phone. */
const longestMs = 5_000;
const everyMs = 50;

let latest: object | undefined;

/** Whether the focus is on the page itself, or on its content, where a closed dialog puts it when its opener is gone. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === body || activeElement?.id === 'main';
}

/**
 * Runs as soon as the focus is lost. Nothing tells of a focused element that is removed, so this looks. A later call replaces this one.
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
