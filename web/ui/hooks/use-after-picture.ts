import { useLayoutEffect, useState } from 'react';

/**
 * Returns `wanted`, but true only after the browser has drawn once more. A press that opens something large is thus followed by a
 * picture first (QUAL-8). `isUrgent`: without waiting.
 */
export function useAfterPicture(wanted: boolean, isUrgent: () => boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useLayoutEffect(() => {
    if (!wanted || isUrgent()) return setIsDrawn(wanted);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wanted, isUrgent]);
  return wanted && isDrawn;
}
