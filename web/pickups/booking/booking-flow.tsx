import { useState } from 'react';
import type { User } from '../../../contract/accounts.ts';
import { PaymentDialog } from '../../payments/payment-dialog.tsx';
import { toast, toastAfterLoad } from '../../ui/toast.ts';
import { amountOf, describeDraft } from './booking-draft.ts';
import { BookingWizard } from './booking-wizard.tsx';
import { newDraftKey } from './draft-key.ts';
import { finaliseBooking, finaliseFailure } from './finalise-booking.ts';
import { type PaymentSetup, setUpPayment } from './set-up-payment.ts';
import { explainSetupFailure } from './setup-failure.ts';
import { useBookingDraft } from './use-booking-draft.ts';

interface BookingFlowProps {
  customer: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Booking from the first step to the pickup: the wizard, then the payment, then the page anew with a word of success. */
export default function BookingFlow({ customer, open, onOpenChange }: BookingFlowProps) {
  const { draft, change } = useBookingDraft(customer);
  const [setup, setSetup] = useState<(PaymentSetup & { attempt: number }) | null>(null);
  const [isPaying, setIsPaying] = useState(false);
  const [busy, setBusy] = useState(false);

  const finish = async () => {
    const pickup = await finaliseBooking(draft);
    toastAfterLoad({ title: 'Pickup Booked!', description: describeBooked(pickup ?? draft) });
    onOpenChange(false);
    location.reload();
  };
  const continueToPayment = async () => {
    setBusy(true);
    try {
      const answer = await setUpPayment(draft);
      if (answer === 'already-paid' && !draft.paymentIntentId) {
        // Another tab has paid a draft under this key: what stands here is a booking of its own.
        change({ draftKey: newDraftKey() });
        toast({ title: 'Your earlier booking is paid', description: 'To book this pickup too, continue once more.' });
        return;
      }
      if (answer === 'already-paid') {
        await finish().catch(() => toast(finaliseFailure));
        return;
      }
      change({ paymentIntentId: answer.paymentIntentId, clientSecret: answer.clientSecret });
      setSetup((last) => ({ ...answer, attempt: (last?.attempt ?? 0) + 1 }));
      setIsPaying(true);
    } catch (error) {
      const { message, step } = explainSetupFailure(error);
      toast(message);
      if (step) change({ step });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <BookingWizard
        open={open && !isPaying}
        onOpenChange={onOpenChange}
        draft={draft}
        onChange={change}
        busy={busy}
        onContinueToPayment={continueToPayment}
      />
      {setup && (
        <PaymentDialog
          key={setup.attempt}
          open={open && isPaying}
          amount={amountOf(draft)}
          purpose={describeDraft(draft)}
          setup={setup}
          // What is paid needs no wizard any more: the dashboard offers to finish it.
          onCancel={() => (draft.isPaid ? onOpenChange(false) : setIsPaying(false))}
          onPaying={() => change({ isSubmitted: true })}
          onPaid={() => change({ isPaid: true })}
          onFinalise={finish}
        />
      )}
    </>
  );
}

function describeBooked({ bagCount, scheduledDate }: { bagCount: number; scheduledDate: string | null }): string {
  return `${describeDraft({ bagCount, scheduledDate: scheduledDate ?? '' })}.`;
}
