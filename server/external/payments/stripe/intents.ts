import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import type { PaymentProvider, ProviderPayment, ProviderRefund } from '../payment-provider.ts';
import { collect, everyOne } from './lists.ts';
import { expanded, presentIntent } from './present.ts';
import { type Ask, makeOnce, orUndefined, StripeRefused, unlessRefused } from './request.ts';

type PaymentSide = Pick<PaymentProvider, 'createPayment' | 'getPayment' | 'cancelPayment' | 'refundPayment'>;

/** One-time payments and refunds at Stripe. */
export function stripeIntents({ stripe, ask }: { stripe: Stripe; ask: Ask }): PaymentSide {
  async function getPayment(intentId: string): Promise<ProviderPayment | null> {
    const found = ask('payment_intent', () =>
      stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] }),
    );
    const intent = await orUndefined(found);
    return intent ? presentIntent(intent, await refundsOf(intent)) : null;
  }

  async function refundsOf(intent: Stripe.PaymentIntent): Promise<Stripe.Refund[]> {
    const listed = expanded(intent.latest_charge)?.refunds;
    if (!listed?.has_more) return listed?.data ?? [];
    return await collect(everyOne(ask, (page) => stripe.refunds.list({ payment_intent: intent.id, ...page })));
  }

  async function require(intentId: string): Promise<ProviderPayment> {
    const payment = await getPayment(intentId);
    if (!payment) throw new Refusal(404, 'Payment not found');
    return payment;
  }

  async function findByKey(customer: string, key: string): Promise<Stripe.PaymentIntent | undefined> {
    const all = everyOne(ask, (page) => stripe.paymentIntents.list({ customer, ...page }));
    for await (const intent of all) if (intent.metadata.key === key) return intent;
    return undefined;
  }

  return {
    getPayment,
    async createPayment({ customerId, amountCents, idempotencyKey }) {
      const params: Stripe.PaymentIntentCreateParams = {
        amount: amountCents,
        currency: 'usd',
        customer: customerId,
        // Whatever the dashboard offers: nothing that sends people away, or that comes back days later.
        allowed_payment_method_types: ['card'],
        metadata: { key: idempotencyKey },
      };
      const made = await makeOnce(
        idempotencyKey,
        (key) => ask('payment_intent', () => stripe.paymentIntents.create(params, { idempotencyKey: key })),
        () => findByKey(customerId, idempotencyKey),
      );
      // Under a repeated key Stripe says what it said then: what has become of it is read again.
      return await require(made.id);
    },
    async cancelPayment(intentId) {
      // No key of ours: an answer that is repeated would be that of another state. Refused: it is paid or over.
      const canceled = unlessRefused(ask('payment_intent', () => stripe.paymentIntents.cancel(intentId)));
      await orUndefined(canceled);
      return await require(intentId);
    },
    async refundPayment(intentId, { amountCents, idempotencyKey }) {
      const before = await require(intentId);
      // Stripe forgets keys after a day; a refund must not be made again after a month either.
      if (before.refunds.some((refund) => refund.idempotencyKey === idempotencyKey)) return before;
      const leftCents = before.status === 'succeeded' ? before.amountCents - before.refundedCents : 0;
      if (amountCents === undefined && before.status === 'succeeded' && leftCents === 0) return before;
      if ((amountCents ?? 1) > leftCents) throw refundTooLarge();
      const params: Stripe.RefundCreateParams = {
        payment_intent: intentId,
        metadata: { key: idempotencyKey },
        ...(amountCents !== undefined && { amount: amountCents }),
      };
      try {
        await makeOnce<Stripe.Refund | ProviderRefund>(
          idempotencyKey,
          (key) => ask('refund', () => stripe.refunds.create(params, { idempotencyKey: key })),
          async () => (await require(intentId)).refunds.find((refund) => refund.idempotencyKey === idempotencyKey),
        );
      } catch (error) {
        // Somebody was quicker with the rest.
        const after = error instanceof StripeRefused ? await require(intentId) : before;
        if (after.refundedCents === before.refundedCents)
          throw error instanceof StripeRefused ? refundRefused() : error;
        if (amountCents !== undefined || after.refundedCents < after.amountCents) throw refundTooLarge();
        return after;
      }
      return await require(intentId);
    },
  };
}

/** For good, as far as we know: the charge is disputed, or too old, or our own balance too low. */
function refundRefused(): Refusal {
  return new Refusal(409, 'The payment provider refuses to give this back.', { code: 'refund_refused' });
}

function refundTooLarge(): Refusal {
  return new Refusal(409, 'There is not that much left to give back.', { code: 'refund_too_large' });
}
