import { useEffect, useRef } from 'react';

/**
 * Escape closes this one thing, and not the dialog around it. The dialog listens on the document before any element
 * hears of the key, so this listens on the window, which comes first.
 */
export function useEscape(isActive: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isActive) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [isActive]);
}
