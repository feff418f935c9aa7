import { useRef } from 'react';

/** Ignores calls while one is running: a second click can arrive before React renders the first. */
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
