import { confirmTestPayment } from '../../../contract/payments.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

/** Why a card form isn't ready to be charged. */
export interface CardProblem {
  /** The provider's code, such as `incomplete_number`; `not_ready` while the provider's form is loading. */
  code: string;
  message: string;
}

/** The outcome of a payment as the provider reports it. */
export interface Charged {
  status: string;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
}

/** A card entered in our test form or in the provider's form. This object doesn't contain the card number. */
export interface CardEntry {
  /** Returns what must be fixed before the card can be charged; null if it is ready. */
  check(): Promise<CardProblem | null>;
  /** Charges the card. Throws if the outcome is unknown. */
  charge(): Promise<Charged>;
}

/** The problem of a card form that was submitted before it had loaded. */
export const notReady: CardProblem = { code: 'not_ready', message: 'Stripe not properly initialized' };

/** Returns true if the card form itself marks the wrong fields, so that the page shows no other message. */
export function isMarkedInForm({ code }: CardProblem): boolean {
  return /^(incomplete|invalid)/.test(code);
}

/** Returns the entry of a listed test card, whose form has already validated the fields. */
export function testCardEntry(paymentIntentId: string, paymentMethodId: string): CardEntry {
  return {
    check: async () => null,
    async charge() {
      const body = { paymentIntentId, paymentMethodId };
      return (await call(confirmTestPayment, { body, signal: patience() })).paymentIntent;
    },
  };
}

/**
 * Returns the signal for a call about money: 30 s. Without it, a dead connection would make the
 * customer wait for minutes.
 */
export function patience(): AbortSignal {
  return AbortSignal.timeout(30_000);
}

/** Returns true if the payment couldn't buy anything and is being refunded. Nothing is left to pay or finish. */
export function isRefundedAutomatically(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'given_back';
}
