import { useEffect, useState } from 'react';

/**
 * Returns `wanted`, but true only after the browser has drawn once more. A press that opens something large is thus followed by a
 * picture first (QUAL-8).
 */
export function useAfterPicture(wanted: boolean): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    if (!wanted) return setIsDrawn(false);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [wanted]);
  return wanted && isDrawn;
}
