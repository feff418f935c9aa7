import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BookingInput } from './pickups.ts';
import { AmountInput, Id, IdParams, ListQuery, Money, requiredText, Timestamp } from './values/shapes.ts';
import { ShownTerms } from './values/shown-terms.ts';

/** The simulated provider's test cards (PAY-23). The browser sends only the id; the server never sees a number. */
export const testCards = {
  successful: { number: '4242424242424242', paymentMethodId: 'pm_card_visa' },
  declined: { number: '4000000000000002', paymentMethodId: 'pm_card_visa_chargeDeclined' },
  expired: { number: '4000000000000069', paymentMethodId: 'pm_card_chargeDeclinedExpiredCard' },
  insufficientFunds: { number: '4000000000009995', paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' },
  cvcFailed: { number: '4000000000000127', paymentMethodId: 'pm_card_chargeDeclinedIncorrectCvc' },
  processingError: { number: '4000000000000119', paymentMethodId: 'pm_card_chargeDeclinedProcessingError' },
  fraudulent: { number: '4100000000000019', paymentMethodId: 'pm_card_chargeDeclinedFraudulent' },
} as const;
export type TestCard = keyof typeof testCards;

/**
 * More test cards of the simulated provider (PAY-28). All of them pay; they differ in what their bank does later. They
 * aren't offered on screen, but can be typed.
 */
export const bankTestCards = {
  refundPending: { number: '4000000000007726', paymentMethodId: 'pm_card_pendingRefund' },
  refundFails: { number: '4000000000005126', paymentMethodId: 'pm_card_refundFail' },
  refundUnfunded: { number: '4000000000000507', paymentMethodId: 'pm_card_refundUnfunded' },
  refundExpired: { number: '4000000000000515', paymentMethodId: 'pm_card_refundExpired' },
  disputeWon: { number: '4000000000000259', paymentMethodId: 'pm_card_createDispute' },
  disputeLost: { number: '4000000000002685', paymentMethodId: 'pm_card_createDisputeProductNotReceived' },
  inquiry: { number: '4000000000001976', paymentMethodId: 'pm_card_createDisputeInquiry' },
} as const;

const allTestCards = [...Object.values(testCards), ...Object.values(bankTestCards)];

/** Returns the last four digits of a test card's number; null for any other id. */
export function lastDigitsOfTestCard(paymentMethodId: string | null): string | null {
  return allTestCards.find((card) => card.paymentMethodId === paymentMethodId)?.number.slice(-4) ?? null;
}

/** Returns the paymentMethodId of a test card, its number with or without spaces; null for any other number. */
export function paymentMethodOfTestCard(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return allTestCards.find((card) => card.number === digits)?.paymentMethodId ?? null;
}

/** Returns the id of the intent that a client secret belongs to: `pi_1_secret_2` → `pi_1`. */
export function intentIdOfSecret(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

/** Opens a payment for a booking draft, an unpaid pickup or a listed price. The amount must be the server's price. */
export const createPaymentIntent = endpoint('POST', '/api/create-payment-intent', 'customer', {
  body: z.object({
    amount: AmountInput,
    pickupId: z.nullish(z.uuid({ error: 'Pickup not found' })),
    serviceType: z.optional(z.string()),
    /** The booking draft is stored with the payment, so that a paid booking is never lost (BOOK-17). */
    booking: z.optional(
      z.extend(BookingInput, {
        draftKey: z.uuid(),
        /** The terms shown to the customer. 409 `terms_changed` when an owner has changed them since. */
        shownTerms: z.optional(ShownTerms),
      }),
    ),
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    testMode: z.boolean(),
    testCards: z.optional(z.record(z.string(), z.string())),
  }),
  errors: [400, 404, 409, 429],
});

const PaymentIntentId = z
  .string({ error: 'Payment is required' })
  .check(z.minLength(1, 'Payment is required'), z.maxLength(255, 'Payment not found'));

/** Test mode: pays an intent with a listed test card. */
export const confirmTestPayment = endpoint('POST', '/api/confirm-test-payment', 'customer', {
  body: z.object({
    paymentIntentId: PaymentIntentId,
    paymentMethodId: z
      .string({ error: 'Card is required' })
      .check(z.minLength(1, 'Card is required'), z.maxLength(255, 'Unknown test card')),
  }),
  response: z.object({
    success: z.boolean(),
    paymentIntent: z.object({
      id: z.string(),
      status: z.string(),
      last_payment_error: z.nullable(z.object({ code: z.string(), decline_code: z.string(), message: z.string() })),
    }),
  }),
  errors: [400, 404, 409, 429],
});

/** Settles a paid intent. 402 while it isn't paid; 409 `given_back` when it could buy nothing and was refunded. */
export const confirmPayment = endpoint('POST', '/api/confirm-payment', 'customer', {
  body: z.object({ paymentIntentId: PaymentIntentId }),
  response: z.object({ success: z.literal(true) }),
  errors: [400, 402, 404, 409],
});

/** A payment that has bought nothing is refunded this many hours (not calendar days) after its charge. */
export const unspentHours = 24;

/** A payment without a pickup or plan (PAY-61). Until `refundAt`, `POST /api/pickups` of the same price can use it. */
export const UnspentPayment = z.object({
  paymentIntentId: z.string(),
  amount: Money,
  paidAt: Timestamp,
  /** When the payment is refunded automatically. */
  refundAt: Timestamp,
});
export type UnspentPayment = z.output<typeof UnspentPayment>;

/** The signed-in customer's payments that have bought nothing yet, oldest first, at most 20. */
export const listUnspentPayments = endpoint('GET', '/api/unspent-payments', 'customer', {
  response: z.array(UnspentPayment),
  errors: [],
});

/**
 * A line of the customer's billing history (DATA-14): a charge, a declined card, a refund (negative, succeeded) or an
 * unpaid pickup (pending). `type` is the service type, or refund.
 */
export const BillingItem = z.object({
  id: Id,
  type: z.string(),
  description: z.string(),
  date: Timestamp,
  /** The amount charged. */
  amount: Money,
  /**
   * The part of a month's price that was paid with plan credit, in addition to `amount`. Negative when a remainder from
   * the month before was added.
   */
  credit: z.optional(Money),
  status: z.string(),
  /** The pickup that it pays for, if any. /checkout?pickupId=… takes the payment of a pending one. */
  pickupId: z.nullable(Id),
  failureReason: z.nullable(z.string()),
  /** Whether `getReceipt` has a receipt under this id. */
  hasReceipt: z.boolean(),
});
export type BillingItem = z.output<typeof BillingItem>;

export const billingStatuses = ['succeeded', 'failed', 'pending'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

/** The customer's totals. `totalSpent` is all charges minus all refunds. */
export const BillingSummary = z.object({
  completedOneTime: z.int(),
  totalSpent: Money,
  /** Refunds that were refused and are tried again, oldest first. */
  delayedRefunds: z.array(z.object({ id: Id, amount: Money })),
});
export type BillingSummary = z.output<typeof BillingSummary>;

export const getBillingSummary = endpoint('GET', '/api/billing-summary', 'customer', {
  response: BillingSummary,
  errors: [],
});

/** One page of the signed-in customer's billing history, newest first. */
export const listBillingHistory = endpoint('GET', '/api/billing-history', 'customer', {
  query: z.pick(ListQuery, { status: true, limit: true, cursor: true }),
  response: z.array(BillingItem),
  errors: [400],
});

/** The receipt of a charge: printable, and emailed after the payment. */
export const Receipt = z.object({
  /** The charge's ledger id. */
  id: Id,
  /** Short enough to read out over the phone. */
  number: z.string(),
  paidAt: Timestamp,
  description: z.string(),
  /** The amount charged. */
  amount: Money,
  /** For a month with plan credit: its full price. */
  price: z.optional(Money),
  /** The part of `price` paid with plan credit. Negative when a remainder from the month before was added. */
  credit: z.optional(Money),
  /**
   * What `amount` is made of. Amounts are without tax, and negative for a line that lowers the charge. A server of the
   * previous release doesn't send it.
   */
  lines: z.optional(z.array(z.object({ kind: z.string(), quantity: z.int(), amount: Money, tax: Money }))),
  /** "Visa ending in 4242"; null when unknown or not charged. */
  paidWith: z.nullable(z.string()),
  /** Refunds of the charge, oldest first; amounts are positive. */
  refunds: z.array(z.object({ date: Timestamp, amount: Money })),
  total: Money,
  /** Sentences that say how the purchase can be moved or cancelled; null for anything but a pickup or a plan. */
  terms: z.nullable(z.string()),
  /**
   * When a payment that has bought nothing is refunded automatically unless it is used before (PAY-61); null for all
   * others.
   */
  refundAt: z.nullable(Timestamp),
  business: z.object({ name: z.string(), address: z.nullable(z.string()), phone: z.string(), email: z.string() }),
  customer: z.object({ name: z.string(), email: z.string(), address: z.nullable(z.string()) }),
});
export type Receipt = z.output<typeof Receipt>;

export const getReceipt = endpoint('GET', '/api/receipts/:id', 'customer', {
  params: IdParams,
  response: Receipt,
  errors: [404],
});

/** Tries a refused refund again now. 409 when it isn't refused any more. */
export const retryRefund = endpoint('POST', '/api/admin/refunds/:id/retry', 'admin', {
  params: IdParams,
  response: z.object({ success: z.literal(true) }),
  errors: [404, 409],
});

/** What was paid for a pickup in all its charges, with the refunds, for the dispatcher. */
export const PickupPayment = z.object({
  /** Null before a payment. */
  paid: z.nullable(Money),
  refunded: Money,
  /** The amount that can still be refunded. */
  left: Money,
  refunds: z.array(
    z.object({
      id: Id,
      amount: Money,
      reason: z.string(),
      /**
       * `asked` until the provider accepts it, `sent` until it is done. `refused`: by the provider or, later, by the
       * bank. It is tried again for 14 days.
       */
      status: z.enum(['asked', 'sent', 'done', 'refused']),
      /** Why a refused one was refused last. */
      refusal: z.optional(z.nullable(z.string())),
      /** How it was done without the provider, in words. */
      settledAs: z.nullable(z.string()),
      createdAt: Timestamp,
    }),
  ),
  isDisputed: z.boolean(),
});
export type PickupPayment = z.output<typeof PickupPayment>;

export const getPickupPayment = endpoint('GET', '/api/admin/pickups/:id/payment', 'admin', {
  params: IdParams,
  response: PickupPayment,
  errors: [404],
});

/** Refunds all or part of what was paid for a pickup, newest charge first; the pickup stays. `refundKey` turns a double click into one refund. */
export const refundPickup = endpoint('POST', '/api/admin/pickups/:id/refund', 'admin', {
  confirmsAgain: true,
  params: IdParams,
  body: z.object({
    amount: AmountInput,
    reason: requiredText('Please give a reason', 500, 'Reason must be less than 500 characters'),
    // Postgres returns UUIDs in lower case.
    refundKey: z.uuid({ error: 'Please try again.' }).check(z.toLowerCase()),
  }),
  response: PickupPayment,
  errors: [400, 404, 409],
});
