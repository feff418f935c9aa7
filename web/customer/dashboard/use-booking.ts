import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type BookingFlow from '../../booking/booking-flow.tsx';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { clearToast, toast } from '../../ui/toast/toast.ts';

const bookingFlow = lateComponent<ComponentProps<typeof BookingFlow>>(() => import('../../booking/booking-flow.tsx'));

/**
 * The booking, which comes in a file of its own: fetched once the dashboard stands, so that it is there at the press and
 * weighs nothing before. Where it cannot be fetched, the dashboard says so and stays; the next press tries again.
 */
export function useBooking() {
  // A booking starts with a fresh wizard each time; what was entered before is in the draft.
  const [booking, setBooking] = useState({ count: 0, isOpen: false });
  const hasFailed = useRef(false);
  const [isFetching, setIsFetching] = useState(false);
  useEffect(() => void bookingFlow.load().catch(() => undefined), []);

  const book = async () => {
    setIsFetching(true);
    try {
      await bookingFlow.load();
      if (hasFailed.current) clearToast();
      hasFailed.current = false;
      setBooking(({ count }) => ({ count: count + 1, isOpen: true }));
    } catch {
      hasFailed.current = true;
      toast(unreachable);
    }
    setIsFetching(false);
  };
  return {
    book,
    isFetching,
    isOpen: booking.isOpen,
    /** Differs with every booking. */
    key: booking.count,
    Flow: booking.count > 0 ? bookingFlow.current() : null,
    setIsOpen: (isOpen: boolean) => setBooking(({ count }) => ({ count, isOpen })),
  };
}

const unreachable = {
  title: 'Booking could not be opened',
  description: 'Check your connection and try again. If that does not help, load this page again.',
  variant: 'destructive',
} as const;
