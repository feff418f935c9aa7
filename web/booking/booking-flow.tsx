import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { v4 as newDraftKey } from 'uuid';
import type { User } from '../../contract/accounts.ts';
import { getSubscription } from '../../contract/subscriptions.ts';
import { clientSettings } from '../api/client-settings.ts';
import { serverNow } from '../api/server-clock.ts';
import { PaymentDialog } from '../payments/payment-dialog/payment-dialog.tsx';
import { monthlyPrice } from '../subscriptions/plan-words.ts';
import { isAlreadySubscribed } from '../subscriptions/subscribe/failures.ts';
import { useLiveSubscription } from '../subscriptions/use-live-subscription.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { useDialogSubject } from '../ui/dialog/use-dialog-subject.ts';
import { useOnce } from '../ui/hooks/use-once.ts';
import { toast, toastAfterLoad } from '../ui/toast/toast.ts';
import {
  afterOtherTab,
  amountOf,
  type BookingDraft,
  describeDraft,
  draftStorageKey,
  isPlanDraft,
  loadDraft,
  parseDraft,
  planOfDraft,
  removeDraft,
  resumeDraft,
  saveDraft,
} from './booking-draft.ts';
import { BookingWizard } from './booking-wizard.tsx';
import { finalizeBooking, finalizeFailure } from './finalize-booking.ts';
import { findSameDay } from './same-day.ts';
import { explainSetupFailure, type PaymentSetup, type SetupProblem, setUpPayment } from './set-up-payment.ts';
import { UnspentOffer, useUsablePayment } from './unspent-offer.tsx';

interface BookingFlowProps {
  customer: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The whole booking: the wizard, the payment, then a page reload with a success toast. */
export default function BookingFlow({ customer, open, onOpenChange }: BookingFlowProps) {
  const flow = useBookingFlow(customer, open, onOpenChange);
  const { setup, isPaying, busy, draft, sameDay } = flow;
  const { live: otherPlan } = useLiveSubscription();
  const unspent = useUsablePayment(draft, { enabled: open && draft.step === 3 });
  const plan = planOfDraft(draft);
  return (
    <>
      <BookingWizard
        open={open}
        onOpenChange={onOpenChange}
        payment={{ isOpen: isPaying, onBack: flow.cancelPayment }}
        draft={draft}
        email={customer.email}
        onChange={flow.edit}
        busy={busy}
        problem={flow.problem}
        otherPlan={otherPlan}
        onOtherPlan={flow.handleExistingPlan}
        offer={
          unspent && <UnspentOffer draft={draft} payment={unspent} busy={busy} run={(book) => void flow.book(book)} />
        }
        onFinish={() => flow.book(flow.pay)}
      />
      <ConfirmDialog
        open={open && sameDay.open}
        onOpenChange={sameDay.setOpen}
        title="Book a second pickup?"
        description={sameDay.subject}
        cancelLabel="Go Back"
        confirmLabel="Book Another"
        variant="primary"
        onConfirm={flow.bookSecond}
      />
      {setup && (
        <PaymentDialog
          key={setup.attempt}
          open={open && isPaying}
          amount={amountOf(draft)}
          purpose={describeDraft(draft)}
          purchase={plan ? 'plan' : 'pickup'}
          payLabel={plan ? `Subscribe for ${monthlyPrice(plan)}` : undefined}
          setup={setup}
          onCancel={flow.cancelPayment}
          onPaying={() => flow.change({ isSubmitted: true })}
          onPaid={() => flow.change({ isPaid: true })}
          onFinalize={flow.finish}
        />
      )}
    </>
  );
}

/** The state of the booking: the draft, its payment, and the question about a second pickup on the same day. */
function useBookingFlow(customer: User, open: boolean, onOpenChange: (open: boolean) => void) {
  const [setup, setSetup] = useState<(PaymentSetup & { attempt: number }) | null>(null);
  const [isPaying, setIsPaying] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SetupProblem | null>(null);
  const once = useOnce();
  const sameDay = useDialogSubject<string>();
  const cache = useQueryClient();
  const { draft, change } = useBookingDraft(customer, open, () => setIsPaying(false));

  const finish = async () => {
    toastAfterLoad(await finalizeBooking(draft));
    // Closing the dialogs first would start a history navigation, which can cancel the reload.
    location.reload();
  };
  /**
   * Handles a customer who already has a plan. The plan may be this draft's, if the response to its payment was lost.
   */
  const handleExistingPlan = async () => {
    try {
      const isOwn = isPlanDraft(draft) && draft.subscriptionId && draft.isSubmitted;
      if (!isOwn) throw new Error('not this draft');
      await finish();
    } catch {
      removeDraft();
      toast({
        title: 'Subscription Already Active',
        description: 'You can only have one plan at a time. Yours is on your dashboard.',
        variant: 'destructive',
      });
      onOpenChange(false);
      void cache.invalidateQueries({ queryKey: [getSubscription.path] });
    }
  };
  const openPayment = async () => {
    const result = await setUpPayment(draft);
    if (result !== 'already-paid') {
      const { paymentIntentId, clientSecret, subscriptionId } = result;
      change({ paymentIntentId, clientSecret, subscriptionId });
      setSetup((last) => ({ ...result, attempt: (last?.attempt ?? 0) + 1 }));
      setIsPaying(true);
    } else if (draft.paymentIntentId) {
      await finish().catch((error) => toast(finalizeFailure(error)));
    } else {
      // Another tab has paid the draft with this key, so this one becomes a separate booking.
      change({ draftKey: newDraftKey() });
      toast({
        title: 'Your earlier booking is already paid',
        description: 'To book this pickup too, press Continue to Payment again.',
      });
    }
  };
  const explain = async (error: unknown) => {
    if (isPlanDraft(draft) && isAlreadySubscribed(error)) return await handleExistingPlan();
    const { message, step, problem } = explainSetupFailure(error);
    toast(message);
    setProblem(problem);
    if (step) change({ step });
  };

  const pay = () => openPayment().catch(explain);
  /** The step that continues after the question about a second pickup. */
  const asked = useRef(pay);
  /** Runs `how`. Asks first if the same address already has a pickup that day, unless `isSecondWanted`. */
  const continueWith = (how: () => Promise<void>, isSecondWanted: boolean) =>
    once(async () => {
      setBusy(true);
      setProblem(null);
      // If the draft's card was submitted, the pickup found may be the draft's own.
      const isAsked = !isSecondWanted && !isPlanDraft(draft) && !draft.isSubmitted;
      const found = isAsked ? await findSameDay(draft) : null;
      asked.current = how;
      if (found) sameDay.show(found);
      else await how();
      setBusy(false);
    });
  const book = (how: () => Promise<void>) => continueWith(how, false);
  const bookSecond = () => {
    sameDay.setOpen(false);
    void continueWith(asked.current, true);
  };
  // A paid booking does not need the wizard: the dashboard offers to finish it.
  const cancelPayment = () => (draft.isPaid ? onOpenChange(false) : setIsPaying(false));
  const edit = (changes: Partial<BookingDraft>) => {
    change(changes);
    setProblem(null);
  };

  return {
    ...{ setup, isPaying, busy, problem, sameDay, draft, change, edit, finish },
    ...{ handleExistingPlan, pay, book, bookSecond, cancelPayment },
  };
}

/**
 * The draft, stored after every change. `onTakenOver` is called when another tab has paid, dropped or finished the
 * draft, so that this tab's draft is now a separate booking.
 */
function useBookingDraft(customer: User, isOpen: boolean, onTakenOver: () => void) {
  const [draft, setDraft] = useState<BookingDraft>(() =>
    resumeDraft(loadDraft(customer.id), customer, serverNow(), clientSettings.sameDayCutoff),
  );
  useEffect(() => saveDraft(draft), [draft]);

  const handleStorage = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key !== draftStorageKey) return;
    const after = afterOtherTab(draft, parseDraft(newValue, customer.id));
    if (after === draft) return;
    setDraft(after);
    onTakenOver();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onStorage = (event: StorageEvent) => handleStorage(event);
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, [isOpen]);

  const change = (changes: Partial<BookingDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return { draft, change };
}
