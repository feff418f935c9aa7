import { type RefObject, useEffect, useRef } from 'react';

/**
 * Lets the key F8 lead into the toasts while a dialog is open: a dialog of Radix pulls the focus back from everything
 * outside it. It listens at the document, so what goes into the region is stopped below that. Answers the way back: to
 * what had the focus before, if that is still there.
 */
export function useToastFocus(region: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const isInside = (node: EventTarget | null) => node instanceof Node && region.current?.contains(node) === true;
    const arrive = (event: FocusEvent) => {
      if (!isInside(event.target)) return;
      event.stopPropagation();
      const from = event.relatedTarget;
      if (!isInside(from)) before.current = from instanceof HTMLElement ? from : null;
    };
    const depart = (event: FocusEvent) => {
      if (isInside(event.relatedTarget)) event.stopPropagation();
    };
    // React listens at its root and at the body, where dialogs are drawn: it hears of everything all the same.
    const { body } = document;
    body.addEventListener('focusin', arrive);
    body.addEventListener('focusout', depart);
    return () => {
      body.removeEventListener('focusin', arrive);
      body.removeEventListener('focusout', depart);
    };
  }, [region]);
  return () => {
    if (isConnected(before.current) && region.current?.contains(document.activeElement)) {
      before.current.focus({ preventScroll: true });
    }
  };
}

const isConnected = (element: HTMLElement | null): element is HTMLElement => element?.isConnected === true;
