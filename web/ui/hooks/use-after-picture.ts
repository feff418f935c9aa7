import { useLayoutEffect, useState } from 'react';

/**
 * Returns `wanted`, but returns true only after the browser has drawn once more, so that a press that opens something
 * large gets a quick first paint (QUAL-8). Doesn't wait if `isUrgent` returns true.
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
