import { useRef } from 'react';

/**
 * Returns a function that ignores calls while one is running. A second click can arrive before React renders the first.
 */
export function useOnce(): (work: () => Promise<void>) => Promise<void> {
  const isBusy = useRef(false);
  return async (work) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      await work();
    } finally {
      isBusy.current = false;
    }
  };
}
