import type Stripe from 'stripe';
import { Refusal } from '../../../refusal.ts';
import { requireSum } from '../payment-parts.ts';
import type { PaymentProvider, ProviderPayment, ProviderRefund } from '../payment-provider.ts';
import { refundRefused, refundTooLarge } from '../refund-refusals.ts';
import { collect, everyOne } from './lists.ts';
import { metadataOf } from './metadata.ts';
import { expanded, presentIntent } from './present.ts';
import { type Ask, makeOnce, orUndefined, StripeRefused, unlessRefused } from './request.ts';

type PaymentSide = Pick<
  PaymentProvider,
  'createPayment' | 'tagPayment' | 'getPayment' | 'cancelPayment' | 'refundPayment'
>;

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

  async function makeRefund(
    { id: intentId, refunds }: ProviderPayment,
    { amountCents, idempotencyKey, refusals }: Parameters<PaymentSide['refundPayment']>[1],
  ): Promise<void> {
    // Stripe returns its first response for a repeated key, also after the bank has returned that refund.
    const returned = refunds.filter((refund) => refund.idempotencyKey === idempotencyKey).length;
    const params: Stripe.RefundCreateParams = {
      payment_intent: intentId,
      metadata: { key: idempotencyKey },
      ...(amountCents !== undefined && { amount: amountCents }),
    };
    await makeOnce<Stripe.Refund | ProviderRefund>(
      returned === 0 ? idempotencyKey : `${idempotencyKey}:returned-${returned}`,
      (key) => ask('refund', () => stripe.refunds.create(params, { idempotencyKey: key })),
      async () => findMade(await require(intentId), idempotencyKey),
      refusals,
    );
  }

  /**
   * Returns the payment if another request has refunded everything in the meantime. Otherwise throws a 409 Refusal with
   * the reason why Stripe refused.
   */
  async function afterRefusedRefund(
    before: ProviderPayment,
    amountCents: number | undefined,
    error: StripeRefused,
  ): Promise<ProviderPayment> {
    const after = await require(before.id);
    if (after.refundedCents === before.refundedCents) throw refundRefused(error.code);
    if (amountCents !== undefined || after.refundedCents < after.amountCents) throw refundTooLarge();
    return after;
  }

  return {
    getPayment,
    async createPayment({ customerId, amountCents, idempotencyKey, about }) {
      if (about) requireSum(about, amountCents);
      const params: Stripe.PaymentIntentCreateParams = {
        amount: amountCents,
        currency: 'usd',
        customer: customerId,
        // Cards only, whatever the dashboard has enabled: no method that redirects people or takes days to complete.
        allowed_payment_method_types: ['card'],
        metadata: { ...(about && metadataOf(about)), key: idempotencyKey },
        ...(about && { description: about.description }),
      };
      const made = await makeOnce(
        idempotencyKey,
        (key) => ask('payment_intent', () => stripe.paymentIntents.create(params, { idempotencyKey: key })),
        () => findByKey(customerId, idempotencyKey),
      );
      if (made.amount !== amountCents)
        throw new Error(`the idempotency key ${idempotencyKey} was used for another amount`);
      // For a repeated key Stripe returns its first response, so the current state is read again.
      return await require(made.id);
    },
    async tagPayment(intentId, parts) {
      const metadata = metadataOf(parts);
      await orUndefined(ask('payment_intent', () => stripe.paymentIntents.update(intentId, { metadata })));
    },
    async cancelPayment(intentId) {
      // No idempotency key, because a repeated response would show an older state. Stripe refuses when the intent is
      // already paid or canceled.
      const canceled = unlessRefused(ask('payment_intent', () => stripe.paymentIntents.cancel(intentId)));
      await orUndefined(canceled);
      return await require(intentId);
    },
    async refundPayment(intentId, refund) {
      const { amountCents, idempotencyKey } = refund;
      const before = await require(intentId);
      // Stripe forgets keys after a day, but a refund must not be repeated even a month later.
      if (findMade(before, idempotencyKey)) return before;
      const leftCents = before.status === 'succeeded' ? before.amountCents - before.refundedCents : 0;
      if (amountCents === undefined && before.status === 'succeeded' && leftCents === 0) return before;
      if ((amountCents ?? 1) > leftCents) throw refundTooLarge();
      try {
        await makeRefund(before, refund);
      } catch (error) {
        if (!(error instanceof StripeRefused)) throw error;
        // Another request may have refunded the rest first.
        return await afterRefusedRefund(before, amountCents, error);
      }
      return await require(intentId);
    },
  };
}

/** Finds the refund that a key made, unless the bank has returned it. */
function findMade({ refunds }: ProviderPayment, key: string): ProviderRefund | undefined {
  return refunds.find(({ idempotencyKey, status }) => idempotencyKey === key && status !== 'failed');
}
