import { useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Opener {
  element: Element | null;
  pathname: string;
}

/**
 * Returns the focus after a dialog closes to the element that had it before. If that element is gone (a removed row),
 * the page's content gets the focus, unless something else already has it, such as a dialog below or, after navigation,
 * the new page.
 */
export function useReturnFocus() {
  const opener = useRef<Opener | null>(null);
  return {
    remember(): void {
      opener.current = { element: document.activeElement, pathname: location.pathname };
    },
    restore(): void {
      const { element, pathname } = opener.current ?? {};
      if (pathname !== location.pathname) return;
      const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
      if (isThere) element.focus();
      else if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}

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
      // Replaces the scrollbar's width, so that the page does not jump.
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

const focusable = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])';

/**
 * Whether a scrollable box must be a Tab stop so that the arrow keys can scroll it: its content overflows and contains
 * nothing focusable.
 */
export function useScrollStop(box: HTMLElement | null): boolean {
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    if (!box) return;
    const update = () => setIsStop(box.scrollHeight > box.clientHeight && box.querySelector(focusable) === null);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(box);
    const content = new MutationObserver(update);
    content.observe(box, { childList: true, subtree: true, characterData: true });
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [box]);
  return isStop;
}
