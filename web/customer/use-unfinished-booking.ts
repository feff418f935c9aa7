import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countMyPickups, listPickups } from '../../contract/pickups.ts';
import {
  type BookingDraft,
  describeDraft,
  loadDraft,
  removeDraft,
  saveDraft,
} from '../pickups/booking/booking-draft.ts';
import { finaliseBooking, finaliseFailure, isUnpaid } from '../pickups/booking/finalise-booking.ts';
import { toast } from '../ui/toast.ts';

/**
 * A booking that was left before its end. If the tab was closed after a card was sent, it is finalised now if it is paid;
 * if it is not paid yet, the customer may go on with it or drop it.
 */
export function useUnfinishedBooking(customerId: string, isBooking: boolean) {
  const cache = useQueryClient();
  const [isFinalising, setIsFinalising] = useState(false);
  const [, setDrops] = useState(0);
  const hasTried = useRef(false);

  const finalise = async (draft: BookingDraft) => {
    setIsFinalising(true);
    try {
      const pickup = await finaliseBooking(draft);
      toast({
        title: 'Pickup Booked!',
        description: `${describeDraft({ ...draft, ...(pickup?.scheduledDate && { scheduledDate: pickup.scheduledDate }) })}.`,
      });
      await Promise.all([listPickups, countMyPickups].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })));
    } catch (error) {
      if (isUnpaid(error)) saveDraft({ ...draft, isSubmitted: undefined, isPaid: undefined });
      else if (draft.isPaid) toast(finaliseFailure);
    } finally {
      setIsFinalising(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    const draft = loadDraft(customerId);
    if (hasTried.current || !draft?.paymentIntentId || !draft.isSubmitted) return;
    hasTried.current = true;
    void finalise(draft);
  }, []);

  const stored = isBooking || isFinalising ? null : loadDraft(customerId);
  const draft = stored && (stored.step > 1 || stored.paymentIntentId) ? stored : null;
  const drop = () => {
    removeDraft();
    setDrops((count) => count + 1);
  };
  return { draft, finalise, drop };
}
