import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countMyPickups, listPickups } from '../../../contract/pickups.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { type BookingDraft, isPlanDraft, loadDraft, removeDraft, saveDraft } from '../../booking/booking-draft.ts';
import { finaliseBooking, finaliseFailure, isUnpaid } from '../../booking/finalise-booking.ts';
import { isRefundedAutomatically } from '../../payments/card/card-entry.ts';
import { useLiveSubscription } from '../../subscriptions/use-live-subscription.ts';
import { toast } from '../../ui/toast/toast.ts';

/** What a finished booking changes on the dashboard. */
const changed = [listPickups, countMyPickups, getSubscription];

/**
 * A booking that was left before its end. If the tab was closed after a card was sent, it is finalised now if it is paid;
 * if it is not paid yet, the customer may go on with it or drop it.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    const draft = loadDraft(customerId);
    if (hasTried.current || !draft?.isSubmitted || !(draft.paymentIntentId || draft.subscriptionId)) return;
    hasTried.current = true;
    void finalise(draft);
  }, []);

  const stored = isBooking || isFinalising ? null : loadDraft(customerId);
  const isBegun = stored && (stored.step > 1 || stored.paymentIntentId);
  // A plan that was begun is settled once the customer has one, wherever it was bought.
  const isSettled = stored && live && isPlanDraft(stored) && !stored.isPaid;
  const drop = () => {
    removeDraft();
    setDrops((count) => count + 1);
  };
  return { draft: isBegun && !isSettled ? stored : null, finalise, drop };
}
