import { useRef } from 'react';

interface Opener {
  element: Element | null;
  pathname: string;
}

/**
 * What had the focus before a dialog, and gets it back after it; in its absence (a row that went with what was done)
 * the page's content does, unless somebody has taken the focus already: a dialog below that closed together with this one,
 * or, after a change of the address, the new page.
 */
export function useReturnFocus() {
  const opener = useRef<Opener | null>(null);
  return {
    remember(): void {
      opener.current = { element: document.activeElement, pathname: location.pathname };
    },
    giveBack(): void {
      const { element, pathname } = opener.current ?? {};
      if (pathname !== location.pathname) return;
      const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body;
      if (isThere) element.focus();
      else if (document.activeElement === document.body)
        document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}
