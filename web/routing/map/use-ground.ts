import { useEffect, useState } from 'react';
import { type Ground, loadGround } from './outlines.ts';

/**
 * Loads the outlines after the map is shown. Returns null before that or if loading fails; rivers
 * and marks are still drawn.
 */
export function useGround(): Ground | null {
  const [ground, setGround] = useState<Ground | null>(null);
  useEffect(() => {
    let isMounted = true;
    loadGround().then(
      (loaded) => isMounted && setGround(loaded),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return ground;
}
