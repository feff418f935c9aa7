import { type ComponentProps, useEffect, useRef, useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import type BookingFlow from '../../booking/booking-flow.tsx';
import { prepareBookAgain } from '../../booking/prepare-book-again.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { onFirstInput } from '../../ui/hooks/on-first-input.ts';
import { clearToast, toastCouldNotOpen } from '../../ui/toast/toast.ts';

const bookingFlow = lateComponent<ComponentProps<typeof BookingFlow>>(() => import('../../booking/booking-flow.tsx'));

/** The booking flow, a separate bundle. It is prefetched on the first input, so that it opens quickly. */
export function useBooking(customer: User) {
  // Every opening mounts a new wizard; earlier input is in the draft.
  const [booking, setBooking] = useState({ count: 0, isOpen: false });
  const hasFailed = useRef(false);
  const [isFetching, setIsFetching] = useState(false);
  useEffect(() => onFirstInput(() => void bookingFlow.load().catch(() => undefined)), []);

  const book = async () => {
    setIsFetching(true);
    try {
      await bookingFlow.load();
      if (hasFailed.current) clearToast();
      hasFailed.current = false;
      setBooking(({ count }) => ({ count: count + 1, isOpen: true }));
    } catch {
      hasFailed.current = true;
      toastCouldNotOpen("Couldn't open the booking form");
    }
    setIsFetching(false);
  };
  const bookAgain = async (pickupId: string) => {
    setIsFetching(true);
    const isReady = await prepareBookAgain(pickupId, customer);
    setIsFetching(false);
    if (isReady) await book();
  };
  return {
    book,
    /** Opens the booking filled in from an earlier pickup. */
    bookAgain,
    isFetching,
    isOpen: booking.isOpen,
    /** Changes with every opening. */
    key: booking.count,
    Flow: booking.count > 0 ? bookingFlow.current() : null,
    setIsOpen: (isOpen: boolean) => (isOpen ? void book() : setBooking(({ count }) => ({ count, isOpen }))),
  };
}
