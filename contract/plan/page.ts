import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { PackageType, Subscription } from '../subscriptions.ts';
import { DateKeyText, Id, IdParams, Money, Timestamp } from '../values/shapes.ts';

/**
 * Everything about a customer's plan on one page: the next visits, the next charge, and the changes that are possible
 * now.
 */

/**
 * - `scheduled`: it will be made.
 * - `skipped`: the customer skipped it, or we did because its day couldn't be served.
 * - `held`: it is during a hold.
 * - `cancelled`: our staff cancelled it.
 */
export const planVisitStates = ['scheduled', 'skipped', 'held', 'cancelled'] as const;

/** A visit of a plan, with or without a stop. */
export const PlanVisit = z.object({
  /** The service day. A skip names this day, even if the visit was moved. */
  day: DateKeyText,
  /** The day that the visit was moved to; null when it wasn't moved. */
  movedTo: z.nullable(DateKeyText),
  /** The visit's stop; null while it has none. */
  pickupId: z.nullable(Id),
  state: z.enum(planVisitStates),
  canSkip: z.boolean(),
  /** Whether we moved the visit to its current day. Skipping it is then credited. */
  isSkipCredited: z.boolean(),
  /** The cut-off, until which the visit can be skipped, moved or held. */
  skipUntil: Timestamp,
});
export type PlanVisit = z.output<typeof PlanVisit>;

/**
 * The next charge of a plan: `amount` is `price` minus `credit`. The credit includes the visits on hold until then. It
 * is negative when a remainder of the previous charge is added.
 */
export const PlanCharge = z.object({
  /** When the next billing month begins. */
  at: Timestamp,
  price: Money,
  credit: Money,
  amount: Money,
});
export type PlanCharge = z.output<typeof PlanCharge>;

/** The saved card that pays for a plan. It expires at the end of its month. */
export const PlanCard = z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() });
export type PlanCard = z.output<typeof PlanCard>;

export const PlanView = z.object({
  subscription: Subscription,
  /**
   * The next five visits that will be made, by day, with the skipped, held and cancelled visits between them. Empty for
   * a plan without service.
   */
  visits: z.array(PlanVisit),
  /** Null when no charge follows, during a pause, and while the provider hasn't reported the billing month. */
  nextCharge: z.nullable(PlanCharge),
  /** The saved card; null without one, and while the payment provider is unavailable. */
  card: z.nullable(PlanCard),
  /** Whether the payment provider didn't respond in time, so that the card isn't known. A later request returns it. */
  isProviderUnavailable: z.boolean(),
  credit: z.object({
    /** The unused credit; negative when a remainder too small to charge is owed. */
    balance: Money,
    /** A row per credited visit, newest first. */
    rows: z.array(z.object({ day: DateKeyText, amount: Money, isApplied: z.boolean() })),
  }),
  /** The current or planned hold: `until` is the first day of service again. */
  hold: z.nullable(z.object({ from: DateKeyText, until: DateKeyText })),
  /** The limits of a new hold, which begins on `earliest` or later. */
  holdLimits: z.object({
    earliest: DateKeyText,
    minDays: z.int(),
    maxDays: z.int(),
    /** The number of hold days left of the twelve months' limit, for a hold that begins on `earliest`. */
    daysLeft: z.int(),
  }),
  /** The package that begins with the next billing month. */
  pending: z.nullable(
    z.object({
      packageType: PackageType,
      preferredDay: z.nullable(z.string()),
      pickupDays: z.array(z.string()),
      price: Money,
      from: Timestamp,
    }),
  ),
  /** The end of a plan that doesn't renew, or when it ended; null while it renews. */
  endsAt: z.nullable(Timestamp),
  canHold: z.boolean(),
  canComeBackEarly: z.boolean(),
  canChange: z.boolean(),
  canUndoChange: z.boolean(),
  canCancel: z.boolean(),
  canUndoCancel: z.boolean(),
});
export type PlanView = z.output<typeof PlanView>;

/**
 * Returns the signed-in customer's live plan, or else the last one that ended; null for a customer who never had a
 * plan.
 */
export const getPlan = endpoint('GET', '/api/plan', 'customer', {
  response: z.nullable(PlanView),
  errors: [],
});

/** Returns a subscriber's plan for the dispatcher, as `getPlan` does. */
export const getSubscriberPlan = endpoint('GET', '/api/admin/subscriptions/:id/plan', 'admin', {
  params: IdParams,
  response: PlanView,
  errors: [404],
});
