import { clientSettings } from '../../api/client-settings.ts';
import { type CardEntry, testCardEntry } from './card-entry.ts';
import { StripeCardForm } from './stripe/card-form.tsx';
import type { ReturnPath } from './stripe/stripe-card.ts';
import { TestCardForm } from './test-card/test-card-form.tsx';

/** Whether a card can be taken at all: in live mode only with a key. */
export const canTakeCards = () => clientSettings.testMode || clientSettings.stripePublishableKey !== null;

/** A payment that waits for its card, as the server opened it. */
export interface OpenPayment {
  paymentIntentId: string;
  clientSecret: string;
  testCards: Readonly<Record<string, string>> | undefined;
}

interface CardFormProps {
  /** The button that pays may stand elsewhere: `<Button type="submit" form={id}>`. */
  id: string;
  payment: OpenPayment;
  returnPath: ReturnPath;
  onPay: (card: CardEntry) => void;
}

/** Where a card is typed in: the provider's form, or ours of test mode. */
export function CardForm({ id, payment, returnPath, onPay }: CardFormProps) {
  const { paymentIntentId, clientSecret, testCards } = payment;
  return clientSettings.testMode ? (
    <TestCardForm id={id} testCards={testCards} onPay={(method) => onPay(testCardEntry(paymentIntentId, method))} />
  ) : (
    <StripeCardForm id={id} clientSecret={clientSecret} returnPath={returnPath} onPay={onPay} />
  );
}
