import { useSyncExternalStore } from 'react';

const darkScheme = '(prefers-color-scheme: dark)';

/** Returns true if the page is dark. For what our CSS can't reach, such as an iframe. */
export function useIsDark(): boolean {
  return useSyncExternalStore(watch, () => matchMedia(darkScheme).matches);
}

function watch(onChange: () => void): () => void {
  const scheme = matchMedia(darkScheme);
  scheme.addEventListener('change', onChange);
  return () => scheme.removeEventListener('change', onChange);
}
