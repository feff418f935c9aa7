import { randomBytes } from 'node:crypto';
import { testCards } from '../../contract/payments.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { PaymentProvider, ProviderPayment } from './payment-provider.ts';
import {
  changeOpenIntent,
  findIntent,
  insertIntent,
  refundIntent,
  type SimulatedIntent,
} from './simulated-payments.store.ts';

interface Decline {
  readonly code: string;
  readonly declineCode: string;
  readonly message: string;
}

/** What each listed test card does (DESIGN section 5); null pays. Every other id is refused. */
const outcomes = new Map<string, Decline | null>([
  [testCards.successful.paymentMethodId, null],
  [testCards.declined.paymentMethodId, decline('card_declined', 'generic_decline', 'Your card was declined.')],
  [testCards.expired.paymentMethodId, decline('expired_card', 'expired_card', 'Your card has expired.')],
  [
    testCards.insufficientFunds.paymentMethodId,
    decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  ],
  [
    testCards.cvcFailed.paymentMethodId,
    decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  ],
  [
    testCards.processingError.paymentMethodId,
    decline(
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ],
  [testCards.fraudulent.paymentMethodId, decline('card_declined', 'fraudulent', 'Your card was declined.')],
]);

function decline(code: string, declineCode: string, message: string): Decline {
  return { code, declineCode, message };
}

/**
 * The provider of test mode: no real charge occurs. It keeps its own books in the database and behaves like the real
 * one where it matters: idempotency keys, an intent that is paid once, a refused card that leaves it payable.
 */
export function simulatedPayments(db: Db): PaymentProvider {
  async function found(intentId: string): Promise<SimulatedIntent> {
    const intent = await findIntent(db, intentId);
    if (!intent) throw new Refusal(404, 'Payment not found');
    return intent;
  }
  return {
    async createPayment({ amountCents, idempotencyKey }) {
      const id = `pi_${randomBytes(12).toString('hex')}`;
      const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`;
      return present(await insertIntent(db, { id, clientSecret, idempotencyKey, amountCents }));
    },
    async getPayment(intentId) {
      const intent = await findIntent(db, intentId);
      return intent ? present(intent) : null;
    },
    async cancelPayment(intentId) {
      return present((await changeOpenIntent(db, intentId, { status: 'canceled' })) ?? (await found(intentId)));
    },
    async refundPayment(intentId) {
      return present((await refundIntent(db, intentId)) ?? (await found(intentId)));
    },
    async confirmTest(intentId, paymentMethodId) {
      const outcome = outcomes.get(paymentMethodId);
      if (outcome === undefined) throw new Refusal(400, 'Please use one of the test cards');
      const change =
        outcome === null
          ? ({
              status: 'succeeded',
              paymentMethodId,
              lastErrorCode: null,
              lastDeclineCode: null,
              lastErrorMessage: null,
            } as const)
          : { lastErrorCode: outcome.code, lastDeclineCode: outcome.declineCode, lastErrorMessage: outcome.message };
      return present((await changeOpenIntent(db, intentId, change)) ?? (await found(intentId)));
    },
  };
}

function present(intent: SimulatedIntent): ProviderPayment {
  return {
    id: intent.id,
    clientSecret: intent.clientSecret,
    amountCents: intent.amountCents,
    status: intent.status === 'requires_payment_method' ? 'open' : intent.status,
    refundedCents: intent.refundedCents,
    paymentMethod: intent.paymentMethodId,
    lastError:
      intent.lastErrorCode && intent.lastDeclineCode && intent.lastErrorMessage
        ? { code: intent.lastErrorCode, declineCode: intent.lastDeclineCode, message: intent.lastErrorMessage }
        : null,
  };
}
