import { type SubmitEvent, useRef } from 'react';
import { clientSettings } from '../../api/client-settings.ts';
import { Money } from '../../ui/text/money.tsx';
import { type CardEntry, type CardProblem, testCardEntry } from './card-entry.ts';
import { StripeFields } from './stripe/fields.tsx';
import { type ReturnPath, type StripeForm, stripeCardEntry } from './stripe/stripe-card.ts';
import { TestCardForm } from './test-card/test-card-form.tsx';

/** Returns true if cards can be taken. Live mode needs a publishable key. */
export const canTakeCards = () => clientSettings.testMode || clientSettings.stripePublishableKey !== null;

/** A payment that the server has opened and that is waiting for a card. */
export interface OpenPayment {
  paymentIntentId: string;
  clientSecret: string;
  testCards: Readonly<Record<string, string>> | undefined;
}

interface CardFormProps {
  /** The form's id. The pay button may be outside the form: `<Button type="submit" form={id}>`. */
  id: string;
  payment: OpenPayment;
  returnPath: ReturnPath;
  onPay: (card: CardEntry) => void;
  /** Called if our form is incomplete, as its fields show. `CardEntry.check` checks the provider's form. */
  onInvalid: (problem: CardProblem) => void;
}

/** The card form: the provider's in live mode, ours in test mode. */
export function CardForm({ id, payment, returnPath, onPay, onInvalid }: CardFormProps) {
  const { paymentIntentId, clientSecret, testCards } = payment;
  return clientSettings.testMode ? (
    <TestCardForm
      id={id}
      testCards={testCards}
      onPay={(method) => onPay(testCardEntry(paymentIntentId, method))}
      onInvalid={(message) => onInvalid({ code: 'incomplete', message })}
    />
  ) : (
    <StripeCardForm id={id} clientSecret={clientSecret} returnPath={returnPath} onPay={onPay} />
  );
}

/** The live-mode card form. Card data stays in Stripe's fields. */
function StripeCardForm({
  id,
  clientSecret,
  returnPath,
  onPay,
}: Omit<CardFormProps, 'payment' | 'onInvalid'> & { clientSecret: string }) {
  const formRef = useRef<StripeForm | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onPay(stripeCardEntry(formRef.current, { clientSecret, returnPath }));
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <StripeFields key={clientSecret} clientSecret={clientSecret} formRef={formRef} />
    </form>
  );
}

export function PaymentSummary({ amount, purpose }: { amount: string; purpose: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-baseline justify-between gap-4 border-ink border-b-2 pb-3">
      <span className="text-soft">{purpose}</span>
      <Money amount={amount} className="font-bold font-display text-2xl" />
    </p>
  );
}
