import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { moneyText } from '../../ui/money-text.ts';
import { PaymentFailure } from '../card/card-failure.tsx';
import { CardForm, canTakeCards, type OpenPayment } from '../card/card-form.tsx';
import { usePaymentSteps } from './state.ts';
import { PaymentSuccess, type Purchase, purchaseWords } from './success.tsx';
import { PaymentSummary } from './summary.tsx';

interface PaymentDialogProps {
  open: boolean;
  /** In wire format: "45.00". */
  amount: string;
  /** What is being paid for: "8 bags on Sun, Nov 22". */
  purpose: string;
  purchase?: Purchase;
  /** The label of the pay button. Defaults to "Pay $45.00". */
  payLabel?: string | undefined;
  setup: OpenPayment;
  /** Closed without booking anything. */
  onCancel: () => void;
  /** The card is being charged: from now on the payment may succeed without this page being notified. */
  onPaying: () => void;
  /** The payment succeeded. */
  onPaid: () => void;
  /** Called two seconds after the success. Throws when the pickup or plan could not be created. */
  onFinalise: () => Promise<void>;
}

/** Takes a card payment: form, processing, then success or an error. */
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
  onFinalise,
}: PaymentDialogProps) {
  const formId = useId();
  const { phase, failure, pay, finalise } = usePaymentSteps({ onPaying, onPaid, onFinalise });
  const isReady = canTakeCards();
  const isPaid = phase === 'success' || phase === 'finalising';
  const isForm = phase === 'form' || phase === 'processing';

  const footer =
    isReady && isForm ? (
      <Button
        type="submit"
        form={formId}
        className="w-full"
        busy={phase === 'processing'}
        busyLabel="Processing payment..."
      >
        {payLabel}
      </Button>
    ) : phase === 'unfinished' ? (
      <Button className="w-full" onClick={finalise}>
        Try again
      </Button>
    ) : phase === 'unpayable' || !isReady ? (
      <Button variant="outline" className="w-full" onClick={onCancel}>
        Back to booking
      </Button>
    ) : phase === 'refundedAutomatically' ? (
      <Button variant="outline" className="w-full" onClick={onCancel}>
        Close
      </Button>
    ) : undefined;

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={isPaid ? 'Payment Successful' : 'Payment'}
      dismissible={phase !== 'processing' && !isPaid}
      {...(footer && { footer })}
    >
      {isPaid ? (
        <PaymentSuccess purchase={purchase} isFinalising={phase === 'finalising'} />
      ) : (
        <>
          <PaymentSummary amount={amount} purpose={purpose} />
          {!isReady && <PaymentFailure message="Stripe not properly initialized" />}
          {failure && (
            <PaymentFailure
              message={failure.message}
              detail={phase === 'unfinished' ? purchaseWords[purchase].unfinished : failure.detail}
            />
          )}
          {isReady && isForm && <CardForm id={formId} payment={setup} returnPath="/payment/success" onPay={pay} />}
        </>
      )}
      <p role="status" className="sr-only">
        {phase === 'processing' && 'Processing payment'}
      </p>
    </Dialog>
  );
}
