import { centsOf } from '../../../contract/values/money.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { describePayment } from '../billing/describe-payment.ts';
import { ensureCustomer } from '../payers/ensure-customer.ts';
import { findPayment, type PaymentRow, setNeverOpened, setOpen, setUsed } from '../payments.store.ts';
import { closePayment, settlePayment } from '../settle/settle-payment.ts';

type OpenPayment = PaymentRow & { stripePaymentIntentId: string };

/**
 * Creates the payment's intent or plan at the provider and saves its ids: creating → open. The idempotency key combines
 * the payment (or the order) with its payer, so a repeated call finds the same intent, even after a crash between the
 * two steps. Throws 409 `nothing_to_pay` for a plan whose first month is covered by a credit at the provider, and 503
 * `creation_refused` when the provider refuses; both close the payment. Throws 409 `payment_canceled` when another
 * request has closed the payment.
 */
export async function openPayment(services: Services, payment: PaymentRow): Promise<OpenPayment> {
  if (payment.stripePaymentIntentId) return payment as OpenPayment;
  const atProvider = await startAtProvider(services, payment);
  const opened = await setOpen(services.db, payment.id, atProvider, services.clock());
  const after = opened ?? (await findPayment(services.db, payment.id));
  if (after?.stripePaymentIntentId) return after as OpenPayment;
  // Another request closed the payment while this one created the intent. Nobody has the intent's secret yet.
  await cancelAtProvider(services, atProvider);
  throw paymentCanceled();
}

/** After these refusals, nothing exists at the provider, and the next attempt needs a new payment with a new key. */
const closing = ['nothing_to_pay', 'creation_refused'];

async function startAtProvider(services: Services, payment: PaymentRow): Promise<AtProvider> {
  try {
    return payment.purpose === 'subscription'
      ? await startSubscription(services, payment)
      : await startIntent(services, payment);
  } catch (error) {
    const isRefused = error instanceof Refusal && closing.includes(error.code ?? '');
    if (isRefused) await setNeverOpened(services.db, payment.id, services.clock());
    throw error;
  }
}

/**
 * Returns the intent of a payment, ready for a card. Settles a payment that was paid or cancelled in the meantime.
 * Closes one whose intent the provider doesn't know, because our keys now belong to another account or mode. In these
 * cases throws 409 `already_paid` or `payment_canceled`. Otherwise throws as `openPayment` does.
 */
export async function makePayable(
  services: Services,
  payment: PaymentRow,
): Promise<{ intent: ProviderPayment; payment: OpenPayment }> {
  const opened = await openPayment(services, payment);
  // Marked as used before it is read, so that the reconciler doesn't close it in between.
  if (payment.stripePaymentIntentId) await setUsed(services.db, opened.id, services.clock());
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
 * Cancels the payment of a draft or order that has changed since, so that the old intent can't pay for it. If the
 * payment was paid first, settles it for the original draft or order and throws 409 `already_paid`.
 */
export async function abandonPayment(services: Services, payment: PaymentRow): Promise<void> {
  const opened = await openUnlessRefused(services, payment);
  if (!opened) return;
  await cancelAtProvider(services, opened);
  const settled = await settlePayment(services, opened.stripePaymentIntentId);
  if (settled?.status !== 'canceled') throw alreadyPaid();
}

/** Opens a payment. Returns undefined when the provider refuses to create the intent: there is nothing to cancel. */
async function openUnlessRefused(services: Services, payment: PaymentRow): Promise<OpenPayment | undefined> {
  try {
    return (await makePayable(services, payment)).payment;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'creation_refused') return undefined;
    throw error;
  }
}

/** Cancels a payment's intent or plan at the provider, so it can't be paid. Changes nothing if it was paid first. */
export async function cancelAtProvider(services: Services, payment: Partial<AtProvider>): Promise<void> {
  const { stripePaymentIntentId: intentId, stripeSubscriptionId: subscriptionId } = payment;
  if (subscriptionId) await services.payments.abandonSubscription(subscriptionId);
  else if (intentId) await services.payments.cancelPayment(intentId);
}

type AtProvider = Pick<PaymentRow, 'stripePaymentIntentId' | 'stripeSubscriptionId'>;

async function startIntent(services: Services, payment: PaymentRow): Promise<AtProvider> {
  const amountCents = centsOf(payment.amount);
  const about = await describePayment(services.db, payment);
  const intent = await asCustomer(services, payment.customerId, (customerId) => {
    const idempotencyKey = `pay:${payment.id}:${customerId}`;
    return services.payments.createPayment({ customerId, amountCents, idempotencyKey, about });
  });
  return { stripePaymentIntentId: intent.id, stripeSubscriptionId: null };
}

async function startSubscription(services: Services, payment: PaymentRow): Promise<AtProvider> {
  const { subscriptionOrderId: orderId } = payment;
  const packageType = await services.plans.findPackage(services.db, orderId);
  const plan = { packageType, priceCents: centsOf(payment.amount) };
  const subscription = await asCustomer(services, payment.customerId, (customerId) =>
    services.payments.createSubscription({ customerId, ...plan, idempotencyKey: `sub:${orderId}:${customerId}` }),
  );
  return { stripePaymentIntentId: subscription.firstIntentId, stripeSubscriptionId: subscription.id };
}

/** Makes a request for the provider's customer. If the customer was deleted there, creates it again and retries. */
async function asCustomer<T>(
  services: Services,
  userId: string,
  request: (customerId: string) => Promise<T>,
): Promise<T> {
  try {
    return await request(await ensureCustomer(services, userId));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'customer_gone') throw error;
    return await request(await ensureCustomer(services, userId));
  }
}

function paymentCanceled(): Refusal {
  return new Refusal(409, 'This payment was cancelled. Please try again.', { code: 'payment_canceled' });
}

function alreadyPaid(): Refusal {
  return new Refusal(409, 'This is already paid.', { code: 'already_paid' });
}
