import { useEffect, useState } from 'react';

/** Longer than a double tap, shorter than it takes to read the next stop. */
const guardMs = 700;

/**
 * After `start`, `isGuarded` is true for a moment in which a second press must be ignored: it wasn't meant for what is there now.
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
