import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** The address whose page was last reached; null before the first one. */
let reached: string | null = null;

/**
 * Moves the focus to the page's heading when another page is reached, so that a screen reader says where one has arrived
 * and nobody at the keyboard starts from the top. Not on the first page of a visit: there the browser has just said so
 * itself. The address alone changes too early: the page before it is then still there, and would take the focus with it.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  useEffect(() => {
    if (pathname === undefined || pathname !== location.pathname) return;
    const isArrival = reached !== null && reached !== pathname;
    reached = pathname;
    if (isArrival) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
