import { useEffect, useState } from 'react';

/** Longer than a double tap, shorter than it takes to read the next stop. */
const guardMs = 700;

/**
 * Returns `isGuarded` and `start`. For a moment after `start`, `isGuarded` is true and a second press must be ignored,
 * because it was meant for the button that was there before.
 */
export function usePressGuard(): [isGuarded: boolean, start: () => void] {
  const [startedAt, setStartedAt] = useState(0);
  useEffect(() => {
    if (startedAt === 0) return;
    const timer = setTimeout(() => setStartedAt(0), guardMs);
    return () => clearTimeout(timer);
  }, [startedAt]);
  return [startedAt !== 0, () => setStartedAt(Date.now())];
}
