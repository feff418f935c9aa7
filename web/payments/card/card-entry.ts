import { confirmTestPayment } from '../../../contract/payments.ts';
import { call } from '../../api/call.ts';

/** Why a card form cannot be charged as it stands. */
export interface CardProblem {
  /** As the provider names it: `incomplete_number`; `not_ready` while its form is not there. */
  code: string;
  message: string;
}

/** What became of a payment, in the provider's words. */
export interface Charged {
  status: string;
  last_payment_error: { code: string; decline_code: string; message: string } | null;
}

/** A card that somebody typed into a form, ours of test mode or the provider's. Its digits are not in here. */
export interface CardEntry {
  /** What must be mended before it can be charged; null where nothing must. */
  check(): Promise<CardProblem | null>;
  /** Raises where nobody said what became of it. */
  charge(): Promise<Charged>;
}

/** The card form was not there when it was sent. */
export const notReady: CardProblem = { code: 'not_ready', message: 'Stripe not properly initialized' };

/** A listed test card. Its form has checked the fields. */
export function testCardEntry(paymentIntentId: string, paymentMethodId: string): CardEntry {
  return {
    check: async () => null,
    charge: async () => (await call(confirmTestPayment, { body: { paymentIntentId, paymentMethodId } })).paymentIntent,
  };
}
