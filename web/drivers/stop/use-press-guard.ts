import { useEffect, useState } from 'react';

/** Longer than a double tap, shorter than it takes to read where the next stop is. */
const lullMs = 700;

/** A moment after something was pressed in which the same place does not take another press, which was not meant for it. */
export function usePressGuard(): [isLull: boolean, start: () => void] {
  const [startedAt, setStartedAt] = useState(0);
  useEffect(() => {
    if (startedAt === 0) return;
    const timer = setTimeout(() => setStartedAt(0), lullMs);
    return () => clearTimeout(timer);
  }, [startedAt]);
  return [startedAt !== 0, () => setStartedAt(Date.now())];
}
