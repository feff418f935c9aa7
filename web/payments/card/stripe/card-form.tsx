import { type SubmitEvent, useRef } from 'react';
import { preloadToaster } from '../../../ui/toast/toast-region.tsx';
import type { CardEntry } from '../card-entry.ts';
import { StripeFields } from './fields.tsx';
import { type ReturnPath, type StripeForm, stripeCardEntry } from './stripe-card.ts';

interface StripeCardFormProps {
  /** The button that pays may stand elsewhere: `<Button type="submit" form={id}>`. */
  id: string;
  clientSecret: string;
  returnPath: ReturnPath;
  onPay: (card: CardEntry) => void;
}

/** The card form of live mode: Stripe's fields, and nothing else of the card. */
export function StripeCardForm({ id, clientSecret, returnPath, onPay }: StripeCardFormProps) {
  const formRef = useRef<StripeForm | null>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onPay(stripeCardEntry(formRef.current, { clientSecret, returnPath }));
  };
  return (
    <form id={id} noValidate onSubmit={submit} onFocus={preloadToaster}>
      <StripeFields key={clientSecret} clientSecret={clientSecret} formRef={formRef} />
    </form>
  );
}
