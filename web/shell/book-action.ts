import { useEffect } from 'react';

let openBooking: (() => void) | null = null;

/** The dashboard registers here how it opens the booking, for the frame's button outside of it. */
export function useBookAction(book: () => void): void {
  useEffect(() => {
    openBooking = book;
    return () => {
      openBooking = null;
    };
  });
}

/** Opens the booking on the dashboard. Returns false on every other screen. */
export function bookHere(): boolean {
  openBooking?.();
  return openBooking !== null;
}
