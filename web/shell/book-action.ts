import { useEffect } from 'react';

let openBooking: (() => void) | null = null;

/** Registers how the dashboard opens the booking, for the frame's book button outside the dashboard. */
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
