import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Subscription } from '../subscriptions.ts';
import { AmountInput, DateKeyText, Id, IdParams, Money, Timestamp } from '../values/shapes.ts';

/**
 * Putting a plan on hold, ending a hold early, and skipping a visit. The customer calls `/api/plan/…` and the
 * dispatcher `/api/admin/subscriptions/:id/…`. The limits are in `values/plan/hold.ts`.
 */

const HeldVisit = z.object({
  /** The service day of the visit, even if the visit was moved to another day. */
  day: DateKeyText,
  /** The visit's stop, which the hold cancels; null while it has none. */
  pickupId: z.nullable(Id),
  credit: Money,
});

/** An expected charge while credit from the hold remains. `amount` is `price` minus `credit`. */
const ExpectedCharge = z.object({ at: Timestamp, price: Money, credit: Money, amount: Money });

/** The fields that both previews have. Credits of months that haven't begun are computed with the current price. */
const Outlook = z.object({
  /** The total credit for all held visits. */
  credit: Money,
  /** The first service day after the hold; null when the plan ends before it. */
  nextVisit: z.nullable(DateKeyText),
  /**
   * The next charge, and the later charges that credit from the hold reduces. Empty for a plan that ends with its paid
   * month.
   */
  charges: z.array(ExpectedCharge),
  /** The number of hold days that remain after this hold, in the twelve months that end with it. */
  daysLeft: z.int(),
});

export const HoldPreview = z.extend(Outlook, {
  from: DateKeyText,
  /** The first day of service again. */
  until: DateKeyText,
  days: z.int(),
  visits: z.array(HeldVisit),
  /**
   * Stops during the hold that will still be made, because their cut-off has passed or they were moved here from a day
   * outside the hold.
   */
  staying: z.array(z.object({ day: DateKeyText, pickupId: z.nullable(Id) })),
});
export type HoldPreview = z.output<typeof HoldPreview>;

export const BackEarlyPreview = z.extend(Outlook, {
  /** The first day of service again. Choosing the first day of a hold that hasn't begun cancels the whole hold. */
  on: DateKeyText,
  hold: z.object({ from: DateKeyText, until: DateKeyText }),
  /** The held service days that will have a visit after all. */
  visits: z.array(DateKeyText),
  /** The visits that stay held, each with its credit. */
  held: z.array(HeldVisit),
});
export type BackEarlyPreview = z.output<typeof BackEarlyPreview>;

const HoldQuery = z.object({ from: DateKeyText, until: DateKeyText });
const BackEarlyQuery = z.object({ on: DateKeyText });

const HoldBody = z.extend(HoldQuery, {
  /** `credit` of the confirmed preview. */
  expectedCredit: AmountInput,
  /** The days of `visits` of the confirmed preview. If omitted, only the credit is compared. */
  expectedVisits: z.optional(z.array(DateKeyText).check(z.maxLength(90))),
});

const BackEarlyBody = z.object({
  on: DateKeyText,
  /** `visits` of the confirmed preview. */
  expectedVisits: z.optional(z.array(DateKeyText).check(z.maxLength(90))),
});

const SkipBody = z.object({
  /** The service day of the visit. */
  day: DateKeyText,
});

/**
 * Returns the effects of a hold. 400 names the field whose date isn't possible; 409 `on_hold` while the plan has a
 * hold.
 */
export const previewHold = endpoint('GET', '/api/plan/hold-preview', 'customer', {
  query: HoldQuery,
  response: HoldPreview,
  errors: [400, 404, 409],
});

/**
 * Puts the plan on hold. Repeating the same hold changes nothing. 409 `preview_changed` when the credit or the visits
 * aren't the expected ones; `errors` then has the new values (`from`, `expectedCredit`, `expectedVisits`). 409
 * `on_hold` while the plan has another hold.
 */
export const holdPlan = endpoint('POST', '/api/plan/hold', 'customer', {
  body: HoldBody,
  response: Subscription,
  errors: [400, 404, 409],
});

export const previewBackEarly = endpoint('GET', '/api/plan/back-early-preview', 'customer', {
  query: BackEarlyQuery,
  response: BackEarlyPreview,
  errors: [400, 404, 409],
});

/**
 * Ends the hold on an earlier day. Repeating the same day changes nothing. 409 `preview_changed` when the cut-off of
 * that day has passed or the visits aren't the expected ones; `errors` then has the new values (`on`,
 * `expectedVisits`). 409 `not_on_hold` without a hold.
 */
export const comeBackEarly = endpoint('POST', '/api/plan/back-early', 'customer', {
  body: BackEarlyBody,
  response: Subscription,
  errors: [400, 404, 409],
});

/**
 * Skips one visit. A skip is final, and nothing is credited. Repeating it changes nothing. 409 `cannot_change` after
 * the visit's cut-off.
 */
export const skipVisit = endpoint('POST', '/api/plan/skip', 'customer', {
  body: SkipBody,
  response: Subscription,
  errors: [400, 404, 409],
});

export const previewSubscriberHold = endpoint('GET', '/api/admin/subscriptions/:id/hold-preview', 'admin', {
  params: IdParams,
  query: HoldQuery,
  response: HoldPreview,
  errors: [400, 404, 409],
});

export const holdSubscriber = endpoint('POST', '/api/admin/subscriptions/:id/hold', 'admin', {
  params: IdParams,
  body: HoldBody,
  response: Subscription,
  errors: [400, 404, 409],
});

export const previewSubscriberBackEarly = endpoint('GET', '/api/admin/subscriptions/:id/back-early-preview', 'admin', {
  params: IdParams,
  query: BackEarlyQuery,
  response: BackEarlyPreview,
  errors: [400, 404, 409],
});

export const bringSubscriberBack = endpoint('POST', '/api/admin/subscriptions/:id/back-early', 'admin', {
  params: IdParams,
  body: BackEarlyBody,
  response: Subscription,
  errors: [400, 404, 409],
});

export const skipSubscriberVisit = endpoint('POST', '/api/admin/subscriptions/:id/skip', 'admin', {
  params: IdParams,
  body: SkipBody,
  response: Subscription,
  errors: [400, 404, 409],
});
