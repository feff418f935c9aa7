import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BookingInput } from './pickups.ts';
import { AmountInput, Id, IdParams, ListQuery, Money, requiredText, Timestamp } from './values/shapes.ts';

/**
 * The test cards of the simulated provider (PAY-23). The form turns a number into a `paymentMethodId` in the
 * browser and sends that id alone; the server knows only the ids.
 */
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

/** The paymentMethodId of a listed test card, digits only or grouped; null for every other number. */
export function paymentMethodOfTestCard(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return Object.values(testCards).find((card) => card.number === digits)?.paymentMethodId ?? null;
}

/** The intent that a client secret belongs to: `pi_1_secret_2` → `pi_1`. */
export function intentIdOfSecret(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'customer',
  body: z.object({
    amount: AmountInput,
    pickupId: z.nullish(z.uuid({ error: 'Pickup not found' })),
    serviceType: z.optional(z.string()),
    /** The draft travels with the money, so that a paid booking is never lost (BOOK-17). */
    booking: z.optional(z.extend(BookingInput, { draftKey: z.uuid() })),
  }),
  response: z.object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    testMode: z.boolean(),
    testCards: z.optional(z.record(z.string(), z.string())),
  }),
  errors: [400, 404, 409],
});

export const confirmTestPayment = endpoint({
  method: 'POST',
  path: '/api/confirm-test-payment',
  access: 'customer',
  body: z.object({
    paymentIntentId: z
      .string({ error: 'Payment is required' })
      .check(z.minLength(1, 'Payment is required'), z.maxLength(255, 'Payment not found')),
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
  errors: [400, 404, 409],
});

/** Whether what a paid intent was for is there: 402 while it is not paid, 409 `given_back` where it found nothing to buy. */
export const confirmPayment = endpoint({
  method: 'POST',
  path: '/api/confirm-payment',
  access: 'customer',
  body: z.pick(confirmTestPayment.body, { paymentIntentId: true }),
  response: z.object({ success: z.literal(true) }),
  errors: [400, 402, 404, 409],
});

/**
 * A line of the customer's billing (DATA-14): a charge, a refused card, a refund (negative, succeeded), or a booked
 * pickup that still waits for its payment (pending). `type` is the kind of service, or refund.
 */
export const BillingItem = z.object({
  id: Id,
  type: z.string(),
  description: z.string(),
  date: Timestamp,
  amount: Money,
  status: z.string(),
  /** What it pays for, where that is a pickup: /checkout?pickupId=… takes the money of a pending one. */
  pickupId: z.nullable(Id),
  /** Why a card was refused. */
  failureReason: z.nullable(z.string()),
  /** A charge: `getReceipt` has the receipt of its id. */
  hasReceipt: z.boolean(),
});
export type BillingItem = z.output<typeof BillingItem>;

export const billingStatuses = ['succeeded', 'failed', 'pending'] as const;
export type BillingStatus = (typeof billingStatuses)[number];

/** What a customer has bought so far; `totalSpent` is what was charged less what was given back, of every kind. */
export const BillingSummary = z.object({ completedOneTime: z.int(), totalSpent: Money });
export type BillingSummary = z.output<typeof BillingSummary>;

export const getBillingSummary = endpoint({
  method: 'GET',
  path: '/api/billing-summary',
  access: 'customer',
  response: BillingSummary,
  errors: [],
});

export const listBillingHistory = endpoint({
  method: 'GET',
  path: '/api/billing-history',
  access: 'customer',
  query: z.pick(ListQuery, { status: true, limit: true, cursor: true }),
  response: z.array(BillingItem),
  errors: [400],
});

/** What a customer keeps of a charge: printable, and mailed after the payment. */
export const Receipt = z.object({
  /** The charge's own id in the books. */
  id: Id,
  /** Short enough to read on the phone. */
  number: z.string(),
  paidAt: Timestamp,
  description: z.string(),
  amount: Money,
  /** "Visa ending in 4242", or null where it is not known. */
  paidWith: z.nullable(z.string()),
  /** What has gone back of it, the oldest first; amounts are positive. */
  refunds: z.array(z.object({ date: Timestamp, amount: Money })),
  /** Amount less refunds. */
  total: Money,
  business: z.object({
    name: z.string(),
    address: z.nullable(z.string()),
    phone: z.string(),
    email: z.string(),
  }),
  customer: z.object({ name: z.string(), email: z.string(), address: z.nullable(z.string()) }),
});
export type Receipt = z.output<typeof Receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/receipts/:id',
  access: 'customer',
  params: IdParams,
  response: Receipt,
  errors: [404],
});

/** What was paid for a pickup, as the dispatcher sees it. */
export const PickupPayment = z.object({
  /** Null while nothing was paid. */
  paid: z.nullable(Money),
  refunded: Money,
  /** What can still be given back. */
  left: Money,
  refunds: z.array(
    z.object({
      id: Id,
      amount: Money,
      reason: z.string(),
      /** `requested` until the provider has taken it; `failed` when the bank sent it back. */
      status: z.enum(['requested', 'sent', 'failed']),
      createdAt: Timestamp,
    }),
  ),
  isDisputed: z.boolean(),
});
export type PickupPayment = z.output<typeof PickupPayment>;

export const getPickupPayment = endpoint({
  method: 'GET',
  path: '/api/admin/pickups/:id/payment',
  access: 'admin',
  params: IdParams,
  response: PickupPayment,
  errors: [404],
});

/** Gives back a part of what was paid for a pickup, or all of it; the pickup stays. `refundKey` makes a double click one refund. */
export const refundPickup = endpoint({
  method: 'POST',
  path: '/api/admin/pickups/:id/refund',
  access: 'admin',
  params: IdParams,
  body: z.object({
    amount: AmountInput,
    reason: requiredText('Please give a reason', 500, 'Reason must be less than 500 characters'),
    // The database tells the same key in small letters.
    refundKey: z.uuid({ error: 'Please try again.' }).check(z.toLowerCase()),
  }),
  response: PickupPayment,
  errors: [400, 404, 409],
});
