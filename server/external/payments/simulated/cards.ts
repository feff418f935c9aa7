import { bankTestCards, lastDigitsOfTestCard, testCards } from '../../../../contract/payments.ts';
import { Refusal } from '../../../refusal.ts';
import type { PlanCard, ProviderPayment } from '../payment-provider.ts';

type Decline = NonNullable<ProviderPayment['lastError']>;

const { successful, declined, expired, insufficientFunds, cvcFailed, processingError, fraudulent } = testCards;

/** How each test card is declined, or null if it pays. Any other id is rejected. */
const outcomes = new Map<string, Decline | null>([
  [successful.paymentMethodId, null],
  ...Object.values(bankTestCards).map(({ paymentMethodId }) => [paymentMethodId, null] as const),
  [declined.paymentMethodId, decline('card_declined', 'generic_decline', 'Your card was declined.')],
  [expired.paymentMethodId, decline('expired_card', 'expired_card', 'Your card has expired.')],
  [
    insufficientFunds.paymentMethodId,
    decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  ],
  [cvcFailed.paymentMethodId, decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.")],
  [
    processingError.paymentMethodId,
    decline(
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ],
  [fraudulent.paymentMethodId, decline('card_declined', 'fraudulent', 'Your card was declined.')],
]);

function decline(code: string, declineCode: string, message: string): Decline {
  return { code, declineCode, message };
}

/** Returns why a test card is declined, or null if it pays. Throws a 400 Refusal for anything but a test card. */
export function tryCard(paymentMethodId: string): Decline | null {
  const outcome = outcomes.get(paymentMethodId);
  if (outcome === undefined) throw new Refusal(400, 'Please use one of the test cards');
  return outcome;
}

/** Returns the saved card. Throws a 402 Refusal when there is none. */
export function requireSavedCard(paymentMethodId: string | null): string {
  if (!paymentMethodId) throw new Refusal(402, 'There is no saved card.', { code: 'no_saved_card' });
  return paymentMethodId;
}

/** Returns the saved card if charging it would succeed. Throws a 402 Refusal when it is declined or there is none. */
export function requirePayingCard(paymentMethodId: string | null): string {
  const card = requireSavedCard(paymentMethodId);
  const refused = tryCard(card);
  if (refused) throw new Refusal(402, refused.message, { code: refused.code });
  return card;
}

/** Returns what a receipt shows of a test card; null for any other id. */
export function describeCard(paymentMethodId: string | null): { brand: string; last4: string } | null {
  const last4 = lastDigitsOfTestCard(paymentMethodId);
  return last4 === null ? null : { brand: 'visa', last4 };
}

/** Returns what a plan's page shows of a test card. Any future expiry is accepted for it, so a fixed one is shown. */
export function describePlanCard(paymentMethodId: string | null): PlanCard | null {
  const card = describeCard(paymentMethodId);
  return card && { ...card, expMonth: 12, expYear: 2040 };
}
