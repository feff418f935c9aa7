import { useId } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { useHeldBack } from '../../ui/dialog/back-steps.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Scene, type SceneName } from '../../ui/street/scene.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { CardForm, canTakeCards, type OpenPayment, PaymentSummary } from '../card/card-form.tsx';
import { NotReady, PaymentFailure, takeFocus } from '../card/outcome.tsx';
import { useHoldWhilePaying } from '../card/use-hold-while-paying.ts';
import { usePaymentSteps } from './state.ts';

interface PaymentDialogProps {
  open: boolean;
  /** In dollars as "45.00". */
  amount: string;
  /** What the payment is for: "8 bags on Sun, Nov 22". */
  purpose: string;
  purchase?: Purchase;
  /** The label of the pay button. Defaults to "Pay $45.00". */
  payLabel?: string | undefined;
  setup: OpenPayment;
  /** Called when the dialog is closed without booking anything. */
  onCancel: () => void;
  /** Called when the charge starts. From then on the payment may succeed without this page being notified. */
  onPaying: () => void;
  /** Called when the payment has succeeded. */
  onPaid: () => void;
  /** Called two seconds after the success. Throws if the pickup or plan couldn't be created. */
  onFinalize: () => Promise<void>;
}

/** Takes a card payment: the form, the processing, then the success or an error. */
export function PaymentDialog({
  open,
  amount,
  purpose,
  purchase = 'pickup',
  payLabel = `Pay ${moneyText(amount)}`,
  setup,
  onCancel,
  onPaying,
  onPaid,
  onFinalize,
}: PaymentDialogProps) {
  const formId = useId();
  const { unfinished } = purchaseWords[purchase];
  const { phase, failure, pay, refuse, finalize } = usePaymentSteps({ onPaying, onPaid, onFinalize, unfinished });
  const isReady = canTakeCards();
  const isPaid = phase === 'success' || phase === 'finalizing';
  const isForm = phase === 'form' || phase === 'processing';
  useHoldWhilePaying(open && phase === 'processing');
  useHeldBack(open && isPaid ? finishing : null);

  const footer =
    isReady && isForm ? (
      // Back and Pay have the same positions as the wizard's Back and Next.
      <div className="flex w-full gap-3 sm:justify-between">
        <Button variant="outline" disabled={phase === 'processing'} onClick={onCancel}>
          Back
        </Button>
        <Button
          type="submit"
          form={formId}
          className="grow sm:w-60 sm:grow-0"
          busy={phase === 'processing'}
          busyLabel="Processing payment..."
          aria-describedby={failure ? `${formId}-failure` : undefined}
        >
          {payLabel}
        </Button>
      </div>
    ) : phase === 'unfinished' ? (
      <Button className="w-full" onClick={finalize}>
        Try again
      </Button>
    ) : isPaid ? undefined : (
      <Button variant="outline" className="w-full" onClick={onCancel}>
        {phase === 'refundedAutomatically' ? 'Close' : 'Back to booking'}
      </Button>
    );

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={isPaid ? 'Payment Successful' : 'Payment'}
      dismissible={phase !== 'processing' && !isPaid}
      ownBack
      fullHeight
      {...(footer && { footer })}
    >
      {isPaid ? (
        <PaymentSuccess purchase={purchase} isFinalizing={phase === 'finalizing'} />
      ) : (
        <>
          <PaymentSummary amount={amount} purpose={purpose} />
          {!isReady && <NotReady />}
          {failure && (
            <PaymentFailure id={`${formId}-failure`} message={failure.message} detail={failure.detail} isToasted />
          )}
          {isReady && isForm && (
            <CardForm id={formId} payment={setup} returnPath="/payment/success" onPay={pay} onInvalid={refuse} />
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {phase === 'processing' && 'Processing payment'}
      </p>
    </Dialog>
  );
}

const finishing = {
  title: 'Your payment went through',
  description: 'Please wait a moment while we finish your booking.',
};

/** What the payment is for: a single pickup, or the first month of a plan. */
type Purchase = 'pickup' | 'plan';

const purchaseWords: Record<Purchase, { scene: SceneName; thanks: string; finalizing: string; unfinished: string }> = {
  pickup: {
    scene: 'paid',
    thanks: 'Thank you. Your pickup is being booked.',
    finalizing: 'Booking your pickup...',
    unfinished: 'Your payment went through and your booking is saved. Try again now, or later from your dashboard.',
  },
  plan: {
    scene: 'plan',
    thanks: 'Thank you. Your plan is being activated.',
    finalizing: 'Activating your plan...',
    unfinished: 'Your payment went through and your plan is saved. Try again now, or later from your dashboard.',
  },
};

/** Shown after the payment, while the pickup or plan is being created. */
function PaymentSuccess({ purchase, isFinalizing }: { purchase: Purchase; isFinalizing: boolean }) {
  const { scene, thanks, finalizing } = purchaseWords[purchase];
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      role="status"
      className="flex min-h-full flex-col items-center justify-center pb-2 text-center outline-none"
    >
      <Scene name={scene} className="max-w-72" />
      <p className="mt-5 flex min-h-12 items-center gap-3 text-lg text-soft">
        {isFinalizing && <Spinner className="text-azure" />}
        <span>{isFinalizing ? finalizing : thanks}</span>
      </p>
    </div>
  );
}
