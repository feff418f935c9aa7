import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { Subscription } from '../subscriptions.ts';
import { AmountInput, DateKeyText, Id, IdParams, Money, Timestamp } from '../values/shapes.ts';

/**
 * A plan is put on hold, comes back early, or skips one visit. The customer calls `/api/plan/…` and the dispatcher
 * `/api/admin/subscriptions/:id/…`. The limits are in `values/plan/hold.ts`.
 */

const HeldVisit = z.object({
  /** The service day of the visit, also when it was moved to another day. */
  day: DateKeyText,
  /** Its stop, which the hold cancels; null while it has none. */
  pickupId: z.nullable(Id),
  credit: Money,
});

/** A charge that is expected while credit of the hold is left. `amount` is `price` less `credit`. */
const ExpectedCharge = z.object({ at: Timestamp, price: Money, credit: Money, amount: Money });

/** What a hold and coming back both say. Credits of months that haven't begun are computed with the price as it is now. */
const Outlook = z.object({
  /** What all held visits are credited together. */
  credit: Money,
  /** The first service day after the hold; null when the plan ends before it. */
  nextVisit: z.nullable(DateKeyText),
  /** The next charge, and those after it that credit of the hold lowers. Empty for a plan that ends with its paid month. */
  charges: z.array(ExpectedCharge),
  /** How many held days are left after the hold, of those in the twelve months that end with it. */
  daysLeft: z.int(),
});

export const HoldPreview = z.extend(Outlook, {
  from: DateKeyText,
  /** The first day of service again. */
  until: DateKeyText,
  days: z.int(),
  visits: z.array(HeldVisit),
  /** Stops during the hold that will be made: their cut-off has passed, or they were moved here from a day outside of it. */
  staying: z.array(z.object({ day: DateKeyText, pickupId: z.nullable(Id) })),
});
export type HoldPreview = z.output<typeof HoldPreview>;

export const BackEarlyPreview = z.extend(Outlook, {
  /** The first day of service again. The first day of a hold that hasn't begun takes all of it back. */
  on: DateKeyText,
  hold: z.object({ from: DateKeyText, until: DateKeyText }),
  /** The service days that will be made after all. */
  visits: z.array(DateKeyText),
  /** The visits that stay held, with what each is credited. */
  held: z.array(HeldVisit),
});
export type BackEarlyPreview = z.output<typeof BackEarlyPreview>;

const HoldQuery = z.object({ from: DateKeyText, until: DateKeyText });
const BackEarlyQuery = z.object({ on: DateKeyText });

const HoldBody = z.extend(HoldQuery, {
  /** `credit` of the preview that was confirmed. */
  expectedCredit: AmountInput,
  /** The days of `visits` of that preview. Without it only the credit is compared. */
  expectedVisits: z.optional(z.array(DateKeyText).check(z.maxLength(90))),
});

const BackEarlyBody = z.object({
  on: DateKeyText,
  /** `visits` of the preview that was confirmed. */
  expectedVisits: z.optional(z.array(DateKeyText).check(z.maxLength(90))),
});

const SkipBody = z.object({
  /** The service day of the visit. */
  day: DateKeyText,
});

/** What a hold would mean. 400 names the field with a date that isn't possible; 409 `on_hold` while there is a hold. */
export const previewHold = endpoint('GET', '/api/plan/hold-preview', 'customer', {
  query: HoldQuery,
  response: HoldPreview,
  errors: [400, 404, 409],
});

/**
 * Puts the plan on hold. 409 `preview_changed` when the credit or the visits are no longer the expected ones, with the new
 * facts in `errors` (`from`, `expectedCredit`, `expectedVisits`). 409 `on_hold` while there is another hold. The same hold again
 * changes nothing.
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
 * Ends the hold on an earlier day. 409 `preview_changed` when the cut-off of that day has passed or the visits aren't the
 * expected ones, with the new facts in `errors` (`on`, `expectedVisits`). 409 `not_on_hold` without a hold. The same day again
 * changes nothing.
 */
export const comeBackEarly = endpoint('POST', '/api/plan/back-early', 'customer', {
  body: BackEarlyBody,
  response: Subscription,
  errors: [400, 404, 409],
});

/**
 * Skips one visit: it is final and nothing is credited. 409 `cannot_change` after its cut-off. Skipping again changes nothing.
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
