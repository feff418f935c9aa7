const inputs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Calls `load` when the person first moves or presses something. That is early enough to load a file that a press may
 * open, and the first paint doesn't wait for it. Returns a function that cancels it, for use in `useEffect`.
 */
export function onFirstInput(load: () => void): () => void {
  const stop = () => {
    for (const name of inputs) removeEventListener(name, start, true);
  };
  const start = () => {
    stop();
    load();
  };
  for (const name of inputs) addEventListener(name, start, true);
  return stop;
}
