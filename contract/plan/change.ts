import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { AdminSubscription, PackageType, PreferredDay, PreferredTime, Subscription } from '../subscriptions.ts';
import { AmountInput, DateKeyText, IdParams, Money, Timestamp } from '../values/shapes.ts';

/**
 * A plan changes its package, its day or its preferred time. The customer calls `/api/plan/…` and the dispatcher
 * `/api/admin/subscriptions/:id/…`. A new package begins with the next billing month, with price, days and extras together. A new
 * day of the present package applies from the next open visit, and a preferred time immediately.
 */

/** The plan that is asked for. What is left out stays: the package is then the pending one, else the present one. */
const Wish = z.object({
  packageType: z.optional(PackageType),
  /** Ignored for a package that fixes its days. */
  preferredDay: z.nullish(PreferredDay),
  preferredTime: z.nullish(PreferredTime),
});

export const ChangePreview = z.object({
  /** The plan that is asked for. */
  packageType: PackageType,
  preferredDay: z.nullable(z.string()),
  preferredTime: z.nullable(z.string()),
  pickupDays: z.array(z.string()),
  /** What a month of it costs. The present package keeps the price that was agreed for it. */
  price: Money,
  /** When the package begins and its price is charged; null for the present package. */
  from: z.nullable(Timestamp),
  /** The first visits on the new days, at most one a weekday. Empty when the days stay as they are. */
  firstDays: z.array(DateKeyText),
  /** The days of visits that were already planned and are taken away. */
  droppedDays: z.array(DateKeyText),
  /** The pending package that this change takes back; null without one. */
  dropsPending: z.nullable(PackageType),
  /** Whether anything changes. */
  isChange: z.boolean(),
});
export type ChangePreview = z.output<typeof ChangePreview>;

const ChangeBody = z.extend(Wish, {
  /** `price`, `from` and `firstDays` of the preview that was confirmed. Each is compared only where it is sent. */
  expectedPrice: z.optional(AmountInput),
  expectedFrom: z.nullish(Timestamp),
  expectedFirstDays: z.optional(z.array(DateKeyText).check(z.maxLength(7))),
});

/**
 * What a change of the signed-in customer's plan would mean.
 *
 * 409 `renewing` for another package in the last hour of a billing month and until the next one is charged. 409 `paused` for a
 * plan that is paused, and `ending` for another package of one that ends.
 */
export const previewPlanChange = endpoint('GET', '/api/plan/change-preview', 'customer', {
  query: Wish,
  response: ChangePreview,
  errors: [400, 404, 409],
});

/**
 * Changes the plan. Choosing the present package takes a pending one back; choosing another replaces it. 409 as the preview, and
 * `preview_changed` when a fact is no longer the expected one: the new facts are in `errors` (`expectedPrice`, `expectedFrom`,
 * `expectedFirstDays`). The same again changes nothing.
 */
export const changePlan = endpoint('POST', '/api/plan/change', 'customer', {
  body: ChangeBody,
  response: Subscription,
  errors: [400, 404, 409],
});

/** Takes a pending package back. 409 `renewing` as above. Without one it changes nothing. */
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
