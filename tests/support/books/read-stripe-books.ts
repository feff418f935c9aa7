import type Stripe from 'stripe';
import type { Db } from '../../../server/database/transaction.ts';
import type { MoneyMovement } from '../../../server/external/payments/payment-provider.ts';
import { idOf, timeOf } from '../../../server/external/payments/stripe/lists.ts';
import { presentInvoice, presentSubscription } from '../../../server/external/payments/stripe/present.ts';
import type { StripeBooks } from '../stripe/books.ts';
import { type Books, type Intent, readBooks } from './read-books.ts';

/** Reads our books and those of the stand-in for Stripe, in the format of books.ts. */
export async function readStripeBooks(db: Db, there: StripeBooks): Promise<Books> {
  return {
    // In live mode the simulated provider's tables are empty.
    ...(await readBooks(db)),
    movements: listMovements(there),
    intents: [...there.intents.values()].map((intent) => intentOf(there, intent)),
    refundsThere: [...there.refunds.values()].filter(isGiven).map((refund) => ({
      id: refund.id,
      intentId: idOf(refund.payment_intent) ?? '',
      idempotencyKey: refund.metadata?.key ?? '',
      amountCents: refund.amount,
      createdAt: timeOf(refund.created),
    })),
    // Leaves out the first invoice of a trial, which covers no days. An invoice that the balance paid still has a
    // total.
    invoices: [...there.invoices.values()]
      .filter((invoice) => invoice.total > 0)
      .map((invoice) => invoiceOf(there, invoice)),
    plansThere: [...there.subscriptions.values()].map((subscription) => planOf(there, subscription)),
  };
}

/** Returns the stand-in's list of charges and refunds. */
export function listMovements(there: StripeBooks): MoneyMovement[] {
  const charges = [...there.charges.values()].filter(({ status }) => status === 'succeeded');
  const refunds = [...there.refunds.values()].filter(isGiven);
  return [
    ...charges.map((charge) => movement('charge', charge, charge.amount_captured)),
    ...refunds.map((refund) => movement('refund', refund, -refund.amount)),
  ];
}

function movement(
  kind: MoneyMovement['kind'],
  moved: Stripe.Charge | Stripe.Refund,
  amountCents: number,
): MoneyMovement {
  const { id, payment_intent, created } = moved;
  const customerId = moved.object === 'charge' ? idOf(moved.customer) : null;
  return { kind, id, intentId: idOf(payment_intent), customerId, amountCents, at: timeOf(created) };
}

function isGiven({ status }: Stripe.Refund): boolean {
  return status !== 'failed' && status !== 'canceled';
}

function intentOf(there: StripeBooks, intent: Stripe.PaymentIntent): Intent {
  const charge = there.charges.get(idOf(intent.latest_charge) ?? '');
  const isPaid = intent.status === 'succeeded';
  const isCanceled = intent.status === 'canceled';
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    idempotencyKey: intent.metadata.key ?? '',
    amountCents: intent.amount,
    status: isPaid ? 'succeeded' : isCanceled ? 'canceled' : 'requires_payment_method',
    refundedCents: isPaid ? (charge?.amount_refunded ?? 0) : 0,
    paymentMethodId: idOf(intent.payment_method),
    ...{ lastErrorCode: null, lastDeclineCode: null, lastErrorMessage: null },
    customerId: idOf(intent.customer),
    paidAt: isPaid && charge ? timeOf(charge.created) : null,
    createdAt: timeOf(intent.created),
  };
}

function invoiceOf(there: StripeBooks, invoice: Stripe.Invoice): Books['invoices'][number] {
  const payment = there.payments.get(invoice.id);
  const payments = { object: 'list' as const, data: payment ? [payment] : [], has_more: false, url: '' };
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription) ?? '';
  const { status, ...presented } = presentInvoice({ ...invoice, payments });
  // A draft counts as void: nothing can pay it, and the simulated books have no drafts.
  return { ...presented, status: status === 'draft' ? 'void' : status, subscriptionId };
}

function planOf(there: StripeBooks, subscription: Stripe.Subscription): Books['plansThere'][number] {
  const { currentPeriodEnd, packageType, ...plan } = presentSubscription(subscription);
  if (packageType === null) throw new Error(`the subscription ${subscription.id} sells none of our plans`);
  const first = [...there.invoices.values()].find(
    (one) => idOf(one.parent?.subscription_details?.subscription) === subscription.id,
  );
  return {
    ...plan,
    packageType,
    idempotencyKey: subscription.metadata.key ?? '',
    customerId: idOf(subscription.customer),
    firstIntentId: first ? invoiceOf(there, first).intentId : null,
    root: subscription.metadata.root ?? subscription.id,
    paymentMethodId: idOf(subscription.default_payment_method),
    periodEnd: currentPeriodEnd,
    billingAnchor: timeOf(subscription.billing_cycle_anchor),
    createdAt: timeOf(subscription.created),
  };
}
