import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Instructions, Pickup, RescheduleBody } from './pickups.ts';
import { packageTypes } from './values/prices.ts';
import { DateKeyText, Id, IdParams, ListQuery, Money, noFilter, OptionalAddress, Timestamp } from './values/shapes.ts';
import { ShownTerms } from './values/shown-terms.ts';

/** The packages on offer. Prices and contents are in contract/values/prices.ts. */
export const PackageType = z.enum(packageTypes, { error: 'Please choose a plan' });
export const SubscriptionStatus = z.enum(['active', 'paused', 'cancelled'], {
  error: 'Status must be active, paused or cancelled',
});

export const Subscription = z.object({
  id: Id,
  customerId: Id,
  stripeSubscriptionId: z.string(),
  status: SubscriptionStatus,
  nextPickupDate: z.nullable(Timestamp),
  packageType: PackageType,
  frequency: z.string(),
  preferredDay: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  pickupDays: z.array(z.string()),
  bagCountLimit: z.int(),
  pricePerMonth: Money,
  includesFurniturePickup: z.boolean(),
  includesBinWashing: z.boolean(),
  includesLawnMowing: z.boolean(),
  lawnMowingInterval: z.int(),
  nextLawnMowingDate: z.nullable(Timestamp),
  /** The first day of a hold; null without a hold. The status stays active. */
  holdFrom: z.nullable(DateKeyText),
  /** The first day of service after a hold. */
  pausedUntil: z.nullable(Timestamp),
  /** The package that begins with the next billing month, at `pendingFrom`; null without one. */
  pendingPackageType: z.nullable(PackageType),
  pendingPreferredDay: z.nullable(z.string()),
  pendingFrom: z.nullable(Timestamp),
  /** A dearer price of the present package, charged from the month that begins at `pendingPriceFrom`; null without one. */
  pendingPrice: z.nullable(Money),
  pendingPriceFrom: z.nullable(Timestamp),
  cancellationDate: z.nullable(Timestamp),
  cancellationReason: z.nullable(z.string()),
  autoRenewal: z.boolean(),
  /** End of the paid period; null when the provider hasn't reported it. */
  currentPeriodEnd: z.nullable(Timestamp),
  /** Since when a renewal is unpaid. Service continues for `graceDays`, then the plan is paused. */
  pastDueSince: z.nullable(Timestamp),
  /** Whether the plan is paused because a renewal is unpaid. Paying then resumes it. A dispatcher's pause stays. */
  isPausedForPayment: z.boolean(),
  address: z.nullable(z.string()),
  specialInstructions: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export type Subscription = z.output<typeof Subscription>;

/** How many days service continues after a declined renewal. */
export const graceDays = 7;

/** A plan with its customer, for the dispatcher. */
export const AdminSubscription = z.extend(Subscription, {
  customerUsername: z.string(),
  customerFirstName: z.nullable(z.string()),
  customerLastName: z.nullable(z.string()),
  customerEmail: z.string(),
  customerPhone: z.nullable(z.string()),
  customerAddress: z.nullable(z.string()),
});

/** The weekdays that a plan can run on, in the order offered. */
export const preferredDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const defaultPreferredDay = 'monday';
export const defaultPreferredTime = 'morning';
export const PreferredDay = z.enum(preferredDays, { error: 'Please choose a day of the week' });
export const PreferredTime = z
  .string({ error: 'Please choose a time of day' })
  .check(z.maxLength(40, 'Please choose a time of day'));

export type AdminSubscription = z.output<typeof AdminSubscription>;

/** How many subscriptions match each filter. Counts stop at 10,001, which means "more than 10,000". */
export const SubscriptionCounts = z.object({
  all: z.int(),
  active: z.int(),
  paused: z.int(),
  cancelled: z.int(),
  basic: z.int(),
  cleanCarry: z.int(),
  heavyDuty: z.int(),
  premium: z.int(),
});
export type SubscriptionCounts = z.output<typeof SubscriptionCounts>;

export const countSubscriptions = endpoint('GET', '/api/admin/subscription-counts', 'admin', {
  response: SubscriptionCounts,
  errors: [],
});

export const listSubscriptionPickups = endpoint('GET', '/api/admin/subscriptions/:id/pickups', 'admin', {
  params: IdParams,
  response: z.array(Pickup),
  errors: [404],
});

/** Returns the signed-in customer's live plan; null without one. */
export const getSubscription = endpoint('GET', '/api/subscription', 'customer', {
  response: z.nullable(Subscription),
  errors: [],
});

/**
 * Returns the times of day that a plan can prefer now: the default, and those at which a driver usually works. A plan
 * keeps its time even when it is no longer among them.
 */
export const listPreferredTimes = endpoint('GET', '/api/preferred-times', 'user', {
  response: z.array(z.string()),
  errors: [],
});

/** Starts a subscription order: creates the provider's subscription and returns the secret to pay its first invoice. */
export const createSubscription = endpoint('POST', '/api/create-subscription', 'customer', {
  body: z.object({
    packageType: PackageType,
    preferredDay: z.nullish(PreferredDay),
    preferredTime: z.nullish(PreferredTime),
    /** The service address; by default the customer's own address. */
    address: z.nullish(OptionalAddress),
    specialInstructions: Instructions,
    /** The terms shown to the customer. 409 `terms_changed` when an owner has changed them since. */
    shownTerms: z.optional(ShownTerms),
  }),
  response: z.object({
    clientSecret: z.string(),
    subscriptionId: z.string(),
    packageType: PackageType,
    preferredDay: z.string(),
    preferredTime: z.string(),
    message: z.optional(z.string()),
  }),
  errors: [400, 409, 429],
});

/** Activates a plan whose first payment succeeded. 402 while it isn't paid. */
export const confirmSubscriptionPayment = endpoint('POST', '/api/confirm-subscription-payment', 'customer', {
  body: z.object({
    subscriptionId: z
      .string({ error: 'Subscription is required' })
      .check(z.minLength(1, 'Subscription is required'), z.maxLength(255)),
    packageType: z.optional(PackageType),
    preferredDay: z.nullish(PreferredDay),
    preferredTime: z.nullish(PreferredTime),
  }),
  response: z.object({ success: z.boolean(), message: z.string(), subscription: Subscription }),
  errors: [400, 402, 404, 409],
});

export const listSubscriptions = endpoint('GET', '/api/admin/subscriptions', 'admin', {
  query: z.extend(ListQuery, { role: noFilter('role') }),
  response: z.array(AdminSubscription),
  errors: [400],
});

const bagCountLimitRange = 'Bag count limit must be a number from 1 to 20';

const SubscriptionUpdates = z.object({
  status: z.optional(SubscriptionStatus),
  bagCountLimit: z.optional(
    z.int({ error: bagCountLimitRange }).check(z.minimum(1, bagCountLimitRange), z.maximum(20, bagCountLimitRange)),
  ),
  pricePerMonth: z.optional(z.union([z.string(), z.number()])),
  /** The package, whatever the price. Without it, a new price sets the package of its band. */
  packageType: z.optional(PackageType),
  /** The customer asked for the new price, so a dearer one is charged from the next month on. */
  customerAsked: z.optional(z.boolean({ error: 'Please say whether the customer asked for it' })),
});

/**
 * Edits, pauses or resumes a plan. Fields may come at the top level or in `updates`. A dearer price of the same package
 * is pending until the first month that begins in 30 days or later. Every new price is told to the customer at once.
 */
export const updateSubscription = endpoint('PATCH', '/api/admin/subscriptions/:id', 'admin', {
  params: IdParams,
  body: z.extend(SubscriptionUpdates, { updates: z.optional(SubscriptionUpdates) }),
  response: AdminSubscription,
  errors: [400, 402, 404, 409],
});

/** Ends a plan's service and billing immediately. */
export const cancelSubscription = endpoint('DELETE', '/api/admin/subscriptions/:id', 'admin', {
  params: IdParams,
  response: AdminSubscription,
  errors: [404, 409],
});

/** Moves a plan's next stop to another date and emails the customer unless `shouldEmailCustomer` is false. */
export const rescheduleSubscription = endpoint('POST', '/api/admin/subscriptions/:id/reschedule', 'admin', {
  params: IdParams,
  body: RescheduleBody,
  response: z.object({ emailAttempted: z.boolean(), emailSent: z.boolean(), subscription: AdminSubscription }),
  errors: [400, 404, 409],
});

export const startCardUpdate = endpoint('POST', '/api/subscription/card-setup', 'customer', {
  response: z.object({
    setupId: z.string(),
    clientSecret: z.string(),
    /** The amount charged once the card is saved; null when nothing is due. */
    due: z.nullable(Money),
    /**
     * The provider's page that collects the oldest unpaid month and lets the bank authenticate; null when nothing is
     * due, or in test mode.
     */
    payUrl: z.nullable(z.url()),
    testMode: z.boolean(),
    testCards: z.optional(z.record(z.string(), z.string())),
  }),
  errors: [404, 409, 429],
});

/** Switches the plan to the card saved by the form, and pays what is past due with it. */
export const finishCardUpdate = endpoint('POST', '/api/subscription/card', 'customer', {
  body: z.object({
    setupId: z
      .string({ error: 'Card is required' })
      .check(z.maxLength(255, 'Card is required'), z.regex(/^seti_\w+$/, 'Card is required')),
    /** Test mode: the listed test card to save. */
    paymentMethodId: z.optional(z.string().check(z.maxLength(255, 'Unknown test card'))),
  }),
  response: Subscription,
  errors: [400, 402, 404, 409, 429],
});
