import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listUnspentPayments } from '../../../contract/payments.ts';
import { countMyPickups, listPickups } from '../../../contract/pickups/lists.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import {
  amountOf,
  type BookingDraft,
  describeDraft,
  isPlanDraft,
  loadDraft,
  planOfDraft,
  removeDraft,
  saveDraft,
} from '../../booking/booking-draft.ts';
import { finalizeBooking, finalizeFailure, isUnpaid } from '../../booking/finalize-booking.ts';
import { isRefundedAutomatically } from '../../payments/card/card-entry.ts';
import { useLiveSubscription } from '../../subscriptions/use-live-subscription.ts';
import { Button } from '../../ui/button/button.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { toast } from '../../ui/toast/toast.ts';

interface DraftNoticeProps {
  customerId: string;
  /** True while the booking wizard is open, which owns the draft then. */
  isBooking: boolean;
  onContinue: () => void;
}

export function DraftNotice({ customerId, isBooking, onContinue }: DraftNoticeProps) {
  const { draft, finalize, drop } = useUnfinishedBooking(customerId, isBooking);
  if (!draft) return null;
  const plan = planOfDraft(draft);
  return (
    <section
      aria-labelledby="unfinished"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-maize-deep/60 bg-maize-wash p-4 sm:px-5"
    >
      <div>
        <h2 id="unfinished" className="text-lg">
          {draft.isPaid ? 'Your payment went through' : `Your ${plan ? 'plan' : 'booking'} isn't finished`}
        </h2>
        <p className="mt-0.5">
          {`${draft.isPaid ? 'One last step: ' : ''}${describeDraft(draft)}, ${moneyText(amountOf(draft))}${plan ? ' per month' : ''}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {draft.isPaid ? (
          <Button size="sm" onClick={() => finalize(draft)}>
            {plan ? 'Activate Plan' : 'Finish Booking'}
          </Button>
        ) : (
          <>
            <Button size="sm" onClick={onContinue}>
              Continue
            </Button>
            <Button size="sm" variant="quiet" onClick={drop}>
              Discard
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const changed = [listPickups, countMyPickups, getSubscription, listUnspentPayments];

/** Returns the unfinished booking. If its card was submitted before the tab closed, finalizes it once if it is paid. */
export function useUnfinishedBooking(customerId: string, isBooking: boolean) {
  const cache = useQueryClient();
  const { live } = useLiveSubscription();
  const [isFinalizing, setIsFinalizing] = useState(false);
  const [, setDrops] = useState(0);
  const hasTried = useRef(false);

  const finalize = async (draft: BookingDraft) => {
    setIsFinalizing(true);
    try {
      toast(await finalizeBooking(draft));
      await Promise.all(changed.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })));
    } catch (error) {
      if (isUnpaid(error)) saveDraft({ ...draft, isSubmitted: undefined, isPaid: undefined });
      else if (draft.isPaid || isRefundedAutomatically(error)) toast(finalizeFailure(error));
    } finally {
      setIsFinalizing(false);
    }
  };

  const resume = useEffectEvent(() => {
    const draft = loadDraft(customerId);
    if (hasTried.current || !draft?.isSubmitted || !(draft.paymentIntentId || draft.subscriptionId)) return;
    hasTried.current = true;
    void finalize(draft);
  });
  useEffect(() => resume(), []);

  const stored = isBooking || isFinalizing ? null : loadDraft(customerId);
  const isBegun = stored && (stored.step > 1 || stored.paymentIntentId);
  // An unfinished plan no longer matters once the customer has a plan, wherever it was bought.
  const isObsolete = stored && live && isPlanDraft(stored) && !stored.isPaid;
  const drop = () => {
    removeDraft();
    setDrops((count) => count + 1);
  };
  return { draft: isBegun && !isObsolete ? stored : null, finalize, drop };
}
