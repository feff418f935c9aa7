import { useRef } from 'react';

/** Returns a function that ignores calls while one is running, such as a second click before React has rendered. */
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
