import { textToCents } from '../../../contract/values/money.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { ensureCustomer } from '../payers/ensure-customer.ts';
import type { PaymentRow } from '../payment-row.ts';
import { closePayment, settlePayment } from '../settle/settle-payment.ts';
import { findPayment, setOpen } from '../store.ts';

type OpenPayment = PaymentRow & { stripePaymentIntentId: string };

/**
 * Creates what the payment needs at the provider and notes it: creating → open. The key is the payment's or the order's
 * own, and its payer's, so a call that is repeated, also after a crash between the two steps, finds the same intent. Throws
 * 409 `nothing_to_pay` for a plan whose first month a credit covers there; nobody waits for that payment any more.
 */
export async function openPayment(services: Services, payment: PaymentRow): Promise<OpenPayment> {
  if (payment.stripePaymentIntentId) return payment as OpenPayment;
  const atProvider =
    payment.purpose === 'subscription'
      ? await startSubscription(services, payment)
      : await startIntent(services, payment);
  const opened = await setOpen(services.db, payment.id, atProvider, services.clock());
  return (opened ?? (await findPayment(services.db, payment.id))) as OpenPayment;
}

/**
 * The intent of a payment, ready for a card. What was paid or cancelled meanwhile is settled, and what the provider does not
 * know (its keys are of another account or mode now) is closed. Throws 409: `already_paid` or `payment_canceled`.
 */
export async function makePayable(
  services: Services,
  payment: PaymentRow,
): Promise<{ intent: ProviderPayment; payment: OpenPayment }> {
  const opened = await openPayment(services, payment);
  const intent = await services.payments.getPayment(opened.stripePaymentIntentId);
  if (intent?.status === 'open') return { intent, payment: opened };
  if (!intent) {
    const { status } = await closePayment(services, opened.id);
    throw status === 'canceled' ? paymentCanceled() : alreadyPaid();
  }
  await settlePayment(services, intent.id);
  throw intent.status === 'canceled' ? paymentCanceled() : alreadyPaid();
}

/**
 * What was changed must not be paid by the old intent. It is cancelled at the provider first; when the money was quicker,
 * the old wish is what was bought, it is settled instead, and this throws 409 `already_paid`.
 */
export async function abandonPayment(services: Services, payment: PaymentRow): Promise<void> {
  const { payment: opened } = await makePayable(services, payment);
  await cancelAtProvider(services, opened);
  const settled = await settlePayment(services, opened.stripePaymentIntentId);
  if (settled?.status !== 'canceled') throw alreadyPaid();
}

/** Makes sure that an open payment can no longer be paid, unless the money was quicker. */
export async function cancelAtProvider(services: Services, payment: PaymentRow): Promise<void> {
  const { stripePaymentIntentId: intentId, stripeSubscriptionId: subscriptionId } = payment;
  if (subscriptionId) await services.payments.abandonSubscription(subscriptionId);
  else if (intentId) await services.payments.cancelPayment(intentId);
}

interface AtProvider {
  stripePaymentIntentId: string;
  stripeSubscriptionId: string | null;
}

async function startIntent(services: Services, payment: PaymentRow): Promise<AtProvider> {
  const amountCents = textToCents(payment.amount) ?? 0;
  const intent = await asCustomer(services, payment.customerId, (customerId) =>
    services.payments.createPayment({ customerId, amountCents, idempotencyKey: `pay:${payment.id}:${customerId}` }),
  );
  return { stripePaymentIntentId: intent.id, stripeSubscriptionId: null };
}

async function startSubscription(services: Services, payment: PaymentRow): Promise<AtProvider> {
  const { subscriptionOrderId: orderId } = payment;
  const packageType = await services.plans.findPackage(services.db, orderId);
  const plan = { packageType, priceCents: textToCents(payment.amount) ?? 0 };
  try {
    const subscription = await asCustomer(services, payment.customerId, (customerId) =>
      services.payments.createSubscription({ customerId, ...plan, idempotencyKey: `sub:${orderId}:${customerId}` }),
    );
    return { stripePaymentIntentId: subscription.firstIntentId, stripeSubscriptionId: subscription.id };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'nothing_to_pay') await closePayment(services, payment.id);
    throw error;
  }
}

/** Asks in the name of the provider's customer. One whom somebody has just deleted there is made anew, once. */
async function asCustomer<T>(services: Services, userId: string, ask: (customerId: string) => Promise<T>): Promise<T> {
  try {
    return await ask(await ensureCustomer(services, userId));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'customer_gone') throw error;
    return await ask(await ensureCustomer(services, userId));
  }
}

function paymentCanceled(): Refusal {
  return new Refusal(409, 'This payment was cancelled. Please try again.', { code: 'payment_canceled' });
}

function alreadyPaid(): Refusal {
  return new Refusal(409, 'This is paid already.', { code: 'already_paid' });
}
