import { useEffect, useState } from 'react';
import { type Ground, loadGround } from './outlines.ts';

/** The outlines, which load after the map is shown. Without them, as after a lost connection, rivers and marks remain. */
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
