import { useSyncExternalStore } from 'react';

const darkScheme = '(prefers-color-scheme: dark)';

/** Whether the page is dark, for what CSS can't reach. */
export function useIsDark(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(darkScheme).matches);
}

function watch(onChange: () => void): () => void {
  const scheme = matchMedia(darkScheme);
  scheme.addEventListener('change', onChange);
  return () => scheme.removeEventListener('change', onChange);
}
