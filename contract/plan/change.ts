import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { AdminSubscription, PackageType, PreferredDay, PreferredTime, Subscription } from '../subscriptions.ts';
import { AmountInput, DateKeyText, IdParams, Money, Timestamp } from '../values/shapes.ts';

/**
 * Changing a plan's package, day or preferred time. The customer calls `/api/plan/…` and the dispatcher
 * `/api/admin/subscriptions/:id/…`. A new package begins with the next billing month, with its price, days and extras
 * together. A new day of the current package applies from the next open visit, and a preferred time immediately.
 */

/**
 * The requested plan. Omitted fields stay as they are. An omitted package is the pending one, or else the current one.
 */
const Wish = z.object({
  packageType: z.optional(PackageType),
  /** Ignored for a package that fixes its days. */
  preferredDay: z.nullish(PreferredDay),
  preferredTime: z.nullish(PreferredTime),
});

export const ChangePreview = z.object({
  /** The requested plan. */
  packageType: PackageType,
  preferredDay: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  pickupDays: z.array(z.string()),
  /** The monthly price. The current package keeps its agreed price. */
  price: Money,
  /** When the package begins and its price is charged; null for the current package. */
  from: z.nullable(Timestamp),
  /** The first visits on the new days, at most one per weekday. Empty when the days stay as they are. */
  firstDays: z.array(DateKeyText),
  /** The days of existing stops that are removed. */
  droppedDays: z.array(DateKeyText),
  /** The pending package that this change cancels; null without one. */
  dropsPending: z.nullable(PackageType),
  /** Whether anything changes. */
  isChange: z.boolean(),
});
export type ChangePreview = z.output<typeof ChangePreview>;

const ChangeBody = z.extend(Wish, {
  /** `price`, `from` and `firstDays` of the confirmed preview. Each is compared only if it is sent. */
  expectedPrice: z.optional(AmountInput),
  expectedFrom: z.nullish(Timestamp),
  expectedFirstDays: z.optional(z.array(DateKeyText).check(z.maxLength(7))),
});

/**
 * Returns the effects of changing the signed-in customer's plan.
 *
 * 409 `renewing` for a different package in the last hour of a billing month and until the next month is charged. 409
 * `paused` for a paused plan, and `ending` for a different package of a plan that ends.
 */
export const previewPlanChange = endpoint('GET', '/api/plan/change-preview', 'customer', {
  query: Wish,
  response: ChangePreview,
  errors: [400, 404, 409],
});

/**
 * Changes the plan. Choosing the current package cancels a pending one; choosing another replaces it. Repeating the
 * same change changes nothing. 409 as for the preview, and `preview_changed` when a value isn't the expected one;
 * `errors` then has the new values (`expectedPrice`, `expectedFrom`, `expectedFirstDays`).
 */
export const changePlan = endpoint('POST', '/api/plan/change', 'customer', {
  body: ChangeBody,
  response: Subscription,
  errors: [400, 404, 409],
});

/** Cancels a pending package. Changes nothing without one. 409 `renewing` as for the preview. */
export const undoPlanChange = endpoint('POST', '/api/plan/undo-change', 'customer', {
  response: Subscription,
  errors: [404, 409],
});

export const previewSubscriberChange = endpoint('GET', '/api/admin/subscriptions/:id/change-preview', 'admin', {
  params: IdParams,
  query: Wish,
  response: ChangePreview,
  errors: [400, 404, 409],
});

export const changeSubscriberPlan = endpoint('POST', '/api/admin/subscriptions/:id/change', 'admin', {
  params: IdParams,
  body: ChangeBody,
  response: AdminSubscription,
  errors: [400, 404, 409],
});

export const undoSubscriberChange = endpoint('POST', '/api/admin/subscriptions/:id/undo-change', 'admin', {
  params: IdParams,
  response: AdminSubscription,
  errors: [404, 409],
});
