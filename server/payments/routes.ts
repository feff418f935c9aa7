import { testCards } from '../../contract/payments.ts';
import { recordLook } from '../audit/record-look.ts';
import type { ProviderPayment } from '../external/payments/payment-provider.ts';
import type { Handlers } from '../http/adapter.ts';
import { sendPageHeaders } from '../http/paging.ts';
import type { Services } from '../services.ts';
import { getBillingSummary } from './billing/get-billing-summary.ts';
import { getReceipt } from './billing/get-receipt.ts';
import { listBillingHistory } from './billing/list-billing-history.ts';
import { confirmTestPayment } from './checkout/confirm-test-payment.ts';
import { createPaymentIntent } from './checkout/create-payment-intent.ts';
import { getPickupPayment, requestPartialRefund } from './refunds/request-partial-refund.ts';
import { retryRefund } from './refunds/retry-refund.ts';
import { settleNamedPayment } from './settle/booking-payment.ts';
import { listUnspentPayments } from './unspent/list-unspent-payments.ts';

export function paymentRoutes(services: Services) {
  const testMode = services.payments.confirmTest !== undefined;
  return {
    createPaymentIntent: async ({ actor, body, request }) => {
      const { id, clientSecret } = await createPaymentIntent(services, actor.id, body, request.ip);
      return { clientSecret, paymentIntentId: id, testMode, ...(testMode && { testCards: testCardNumbers }) };
    },
    confirmTestPayment: async ({ actor, body, request }) => {
      const { paymentIntentId, paymentMethodId } = body;
      const intent = await confirmTestPayment(services, actor.id, paymentIntentId, paymentMethodId, request.ip);
      return { success: intent.status === 'succeeded', paymentIntent: presentIntent(intent) };
    },
    confirmPayment: async ({ actor, body }) => {
      await settleNamedPayment(services, actor.id, body.paymentIntentId);
      return { success: true };
    },
    listBillingHistory: async ({ actor, query, request, reply }) => {
      const history = await listBillingHistory(services, actor.id, query);
      sendPageHeaders(reply, request, history);
      return history.items;
    },
    listUnspentPayments: async ({ actor }) => await listUnspentPayments(services, actor.id),
    getReceipt: async ({ actor, params }) => await getReceipt(services, actor.id, params.id),
    getPickupPayment: async ({ actor, params }) => {
      await recordLook(services, actor.id, { subject: 'pickup', id: params.id });
      return await getPickupPayment(services, params.id);
    },
    refundPickup: async ({ actor, params, body }) => await requestPartialRefund(services, actor.id, params.id, body),
    retryRefund: async ({ actor, params }) => {
      await retryRefund(services, actor.id, params.id);
      return { success: true };
    },
    getBillingSummary: async ({ actor }) => await getBillingSummary(services, actor.id),
  } satisfies Partial<Handlers>;
}

const testCardNumbers = Object.fromEntries(Object.entries(testCards).map(([name, { number }]) => [name, number]));

/** Returns the shape of a Stripe PaymentIntent, which the client reads. */
function presentIntent({ id, status, lastError }: ProviderPayment) {
  return {
    id,
    status: status === 'open' ? 'requires_payment_method' : status,
    last_payment_error: lastError && {
      code: lastError.code,
      decline_code: lastError.declineCode,
      message: lastError.message,
    },
  };
}
