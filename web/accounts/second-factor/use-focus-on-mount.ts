import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first element of a step, because the button that led there is gone. */
export function useFocusOnMount<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
