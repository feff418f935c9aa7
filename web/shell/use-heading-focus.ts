import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

let lastPath: string | null = null;

/**
 * Moves the focus to the page's heading when the address changes, so that a screen reader says where one has arrived.
 * Not on the first page of a visit: there the browser has just said so itself.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const isArrival = lastPath !== null && lastPath !== pathname;
    lastPath = pathname;
    if (isArrival) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}
