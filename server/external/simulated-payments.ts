import { randomBytes } from 'node:crypto';
import { testCards } from '../../contract/payments.ts';
import type { Db } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import type { PaymentProvider, ProviderPayment, ProviderSubscription } from './payment-provider.ts';
import {
  changeOpenIntent,
  changeSubscription,
  findIntent,
  findSubscription,
  insertIntent,
  insertSubscription,
  refundIntent,
  type SimulatedIntent,
  type SimulatedSubscription,
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
  async function newIntent(amountCents: number, idempotencyKey: string): Promise<SimulatedIntent> {
    const id = `pi_${randomBytes(12).toString('hex')}`;
    const clientSecret = `${id}_secret_${randomBytes(12).toString('hex')}`;
    return await insertIntent(db, { id, clientSecret, idempotencyKey, amountCents });
  }
  return {
    ...simulatedSubscriptions(db, newIntent),
    async createPayment({ amountCents, idempotencyKey }) {
      return present(await newIntent(amountCents, idempotencyKey));
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

type SubscriptionSide = Pick<
  PaymentProvider,
  | 'createSubscription'
  | 'getSubscription'
  | 'abandonSubscription'
  | 'cancelSubscription'
  | 'pauseSubscription'
  | 'resumeSubscription'
  | 'changePlan'
>;

/** Subscriptions whose first invoice is an intent like any other. Later invoices are not simulated yet. */
function simulatedSubscriptions(
  db: Db,
  newIntent: (amountCents: number, idempotencyKey: string) => Promise<SimulatedIntent>,
): SubscriptionSide {
  async function read(id: string): Promise<ProviderSubscription> {
    const found = await findSubscription(db, id);
    if (!found) throw new Refusal(404, 'Subscription not found');
    return await withFirstInvoice(db, found);
  }
  async function change(id: string, to: Parameters<typeof changeSubscription>[2]): Promise<ProviderSubscription> {
    await changeSubscription(db, id, to);
    return await read(id);
  }
  return {
    async createSubscription({ packageType, priceCents, idempotencyKey }) {
      const { id: firstIntentId } = await newIntent(priceCents, `${idempotencyKey}:first`);
      const id = `sub_${randomBytes(12).toString('hex')}`;
      const subscription = { id, idempotencyKey, packageType, priceCents, firstIntentId };
      return await withFirstInvoice(db, await insertSubscription(db, subscription));
    },
    async getSubscription(id) {
      const found = await findSubscription(db, id);
      return found ? await withFirstInvoice(db, found) : null;
    },
    async abandonSubscription(id) {
      const { firstIntentId } = await read(id);
      const given = await changeOpenIntent(db, firstIntentId, { status: 'canceled' });
      return given ? await change(id, { status: 'canceled' }) : await read(id);
    },
    async cancelSubscription(id) {
      const { firstIntentId } = await read(id);
      await changeOpenIntent(db, firstIntentId, { status: 'canceled' });
      return await change(id, { status: 'canceled' });
    },
    pauseSubscription: async (id) => await change(id, { status: 'paused' }),
    async resumeSubscription(id) {
      const { firstIntentId } = await read(id);
      const card = (await findIntent(db, firstIntentId))?.paymentMethodId;
      const refusal = card
        ? outcomes.get(card)
        : decline('card_declined', 'generic_decline', 'There is no saved card.');
      if (refusal) throw new Refusal(402, refusal.message, { code: refusal.code });
      return await change(id, { status: 'active' });
    },
    changePlan: async (id, plan) => await change(id, plan),
  };
}

/** What waits for its first payment is active as soon as that is made. */
async function withFirstInvoice(db: Db, row: SimulatedSubscription): Promise<ProviderSubscription> {
  const { id, packageType, priceCents, firstIntentId } = row;
  const isPaid = row.status === 'incomplete' && (await findIntent(db, firstIntentId))?.status === 'succeeded';
  return { id, packageType, priceCents, firstIntentId, status: isPaid ? 'active' : row.status };
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
