import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countMyPickups, listPickups } from '../../../contract/pickups.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { type BookingDraft, isPlanDraft, loadDraft, removeDraft, saveDraft } from '../../booking/booking-draft.ts';
import { finaliseBooking, finaliseFailure, isUnpaid } from '../../booking/finalise-booking.ts';
import { isRefundedAutomatically } from '../../payments/card/card-entry.ts';
import { useLiveSubscription } from '../../subscriptions/use-live-subscription.ts';
import { toast } from '../../ui/toast/toast.ts';

/** The queries that a finished booking changes. */
const changed = [listPickups, countMyPickups, getSubscription];

/**
 * An unfinished booking. If the tab was closed after a card was submitted, the booking is finalised now if it is paid.
 * Otherwise the customer can continue or discard it.
 */
export function useUnfinishedBooking(customerId: string, isBooking: boolean) {
  const cache = useQueryClient();
  const { live } = useLiveSubscription();
  const [isFinalising, setIsFinalising] = useState(false);
  const [, setDrops] = useState(0);
  const hasTried = useRef(false);

  const finalise = async (draft: BookingDraft) => {
    setIsFinalising(true);
    try {
      toast(await finaliseBooking(draft));
      await Promise.all(changed.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })));
    } catch (error) {
      if (isUnpaid(error)) saveDraft({ ...draft, isSubmitted: undefined, isPaid: undefined });
      else if (draft.isPaid || isRefundedAutomatically(error)) toast(finaliseFailure(error));
    } finally {
      setIsFinalising(false);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount.
  useEffect(() => {
    const draft = loadDraft(customerId);
    if (hasTried.current || !draft?.isSubmitted || !(draft.paymentIntentId || draft.subscriptionId)) return;
    hasTried.current = true;
    void finalise(draft);
  }, []);

  const stored = isBooking || isFinalising ? null : loadDraft(customerId);
  const isBegun = stored && (stored.step > 1 || stored.paymentIntentId);
  // An unfinished plan no longer matters once the customer has a plan, wherever it was bought.
  const isObsolete = stored && live && isPlanDraft(stored) && !stored.isPaid;
  const drop = () => {
    removeDraft();
    setDrops((count) => count + 1);
  };
  return { draft: isBegun && !isObsolete ? stored : null, finalise, drop };
}
