import { confirmTestPayment } from '../../../contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

/** Why a card form is not ready to be charged. */
export interface CardProblem {
  /** The provider's code, such as `incomplete_number`; `not_ready` while its form is loading. */
  code: string;
  message: string;
}

/** The outcome of a payment, as the provider reports it. */
export interface Charged {
  status: string;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
}

/** A card typed into our test form or the provider's form. It does not hold the card number. */
export interface CardEntry {
  /** What must be fixed before it can be charged; null when it is ready. */
  check(): Promise<CardProblem | null>;
  /** Throws when the outcome is unknown. */
  charge(): Promise<Charged>;
}

/** The card form had not loaded when it was submitted. */
export const notReady: CardProblem = { code: 'not_ready', message: 'Stripe not properly initialized' };

/** Whether the card form marks the wrong fields itself, so that the page shows no other message. */
export function isMarkedInForm({ code }: CardProblem): boolean {
  return /^(incomplete|invalid)/.test(code);
}

/** A listed test card, whose form has already validated the fields. */
export function testCardEntry(paymentIntentId: string, paymentMethodId: string): CardEntry {
  return {
    check: async () => null,
    async charge() {
      const body = { paymentIntentId, paymentMethodId };
      return (await call(confirmTestPayment, { body, signal: patience() })).paymentIntent;
    },
  };
}

/** The signal of a call about money: without it, a dead connection would leave the customer waiting for minutes. */
export function patience(): AbortSignal {
  return AbortSignal.timeout(30_000);
}

/** Whether the payment could not buy anything and is being refunded: nothing is left to pay or finish. */
export function isRefundedAutomatically(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'given_back';
}
