import { useLayoutEffect } from 'react';

let locks = 0;

/**
 * Keeps the page behind a dialog from scrolling. Radix's own lock writes a <style> element, which a content security
 * policy without unsafe-inline refuses; style properties set from script are allowed.
 */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return;
    const { style, clientWidth } = document.documentElement;
    if (locks++ === 0) {
      // The room of the vanishing scrollbar, so that the page does not jump.
      style.paddingRight = `${innerWidth - clientWidth}px`;
      style.overflow = 'hidden';
    }
    return () => {
      if (--locks > 0) return;
      style.overflow = '';
      style.paddingRight = '';
    };
  }, [locked]);
}
