import { LockKeyhole } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';
import { moneyText } from '../../ui/money-text.ts';
import type { CardEntry } from '../card/card-entry.ts';
import { PaymentFailure } from '../card/card-failure.tsx';
import { CardForm, type OpenPayment } from '../card/card-form.tsx';
import type { CheckoutProblem } from './failure-words.ts';

interface CheckoutFormProps {
  amount: string;
  payment: OpenPayment;
  problem: CheckoutProblem | null;
  busy: boolean;
  onPay: (card: CardEntry) => void;
}

/** The card form, the last error and the pay button. */
export function CheckoutForm({ amount, payment, problem, busy, onPay }: CheckoutFormProps) {
  const formId = useId();
  return (
    <>
      {problem && (
        <PaymentFailure message={problem.title} detail={[problem.message, problem.hint].filter(Boolean).join(' ')} />
      )}
      <h2 className="mb-3 flex items-center gap-2 text-xl">
        <LockKeyhole className="size-5 shrink-0 text-azure" aria-hidden="true" />
        Card details
      </h2>
      <CardForm id={formId} payment={payment} returnPath="/checkout/success" onPay={onPay} />
      <Button type="submit" form={formId} className="mt-6 w-full" busy={busy} busyLabel="Processing payment...">
        Pay {moneyText(amount)}
      </Button>
      <p role="status" className="sr-only">
        {busy && 'Processing payment'}
      </p>
    </>
  );
}
