import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { lineOf } from '../../../contract/values/charge-lines.ts';
import { centsOf } from '../../../contract/values/money.ts';
import { priceVersion } from '../../../contract/values/prices.ts';
import type { Db } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requireRoomForPayment } from '../ceilings/require-room.ts';
import { insertPaymentWithLines } from '../lines/write-lines.ts';
import { findOpenSubscriptionPayment, findPaymentOfSubscription, type PaymentRow } from '../payments.store.ts';
import { isRefunded } from './rules.ts';
import { settlePayment } from './settle-payment.ts';

/** The first payment of a plan, for the use cases of subscribing. */

export async function openSubscriptionPaymentOf(trx: Db, customerId: string): Promise<PaymentRow | undefined> {
  return await findOpenSubscriptionPayment(trx, customerId);
}

/** Inserts the payment of an order. The provider doesn't know it yet. Throws 429 (`requireRoomForPayment`). */
export async function startSubscriptionPayment(
  services: Pick<Services, 'clock' | 'settings'>,
  trx: Db,
  { customerId, ip }: { customerId: string; ip: string | undefined },
  subscriptionOrderId: string,
  amount: string,
): Promise<PaymentRow> {
  await requireRoomForPayment(services, trx, customerId, ip);
  const wanted = { id: newId(), customerId, subscriptionOrderId, amount, priceVersion, createdAt: services.clock() };
  const month = lineOf('plan-month', centsOf(amount));
  return await insertPaymentWithLines(trx, { ...wanted, purpose: 'subscription' }, [month]);
}

/**
 * Settles the first payment of a plan. Returns the ids of its order and of the plan that it started. Throws 404 (no
 * such plan of this customer), 402 (not paid), 409 (cancelled, or refunded because the plan could not start), 503
 * (paid, but the provider hasn't started the plan yet).
 */
export async function settleSubscriptionPayment(
  services: Services,
  customerId: string,
  stripeSubscriptionId: string,
): Promise<{ orderId: string; subscriptionId: string }> {
  const known = await findPaymentOfSubscription(services.db, stripeSubscriptionId);
  if (known?.customerId !== customerId || !known.stripePaymentIntentId)
    throw new Refusal(404, 'Subscription not found');
  const payment = await settleWhenStarted(services, known.stripePaymentIntentId);
  const { status, subscriptionOrderId: orderId, subscriptionId } = payment ?? known;
  if (status === 'succeeded' && orderId && subscriptionId) return { orderId, subscriptionId };
  if (status === 'canceled') throw new Refusal(409, 'This payment was cancelled. Please try again.');
  if (isRefunded({ status })) {
    throw new Refusal(409, "We couldn't start this plan. Your money is on its way back.", { code: 'given_back' });
  }
  throw new Refusal(402, 'Payment was not completed successfully');
}

/** The provider starts a plan a moment after it is paid. */
const startTimeoutMs = 2_000;
const retryMs = 250;

/** Settles the payment. Waits briefly if the plan is paid but not started yet. Throws 503 `starting` after that. */
async function settleWhenStarted(services: Services, intentId: string): Promise<PaymentRow | undefined> {
  const giveUpMs = performance.now() + startTimeoutMs;
  for (;;) {
    const payment = await settlePayment(services, intentId);
    if (payment?.status !== 'open') return payment;
    if ((await services.payments.getPayment(intentId))?.status !== 'succeeded') return payment;
    if (performance.now() > giveUpMs) {
      throw new Refusal(503, 'Your payment went through. Your plan starts in a moment.', { code: 'starting' });
    }
    await sleep(retryMs);
  }
}
