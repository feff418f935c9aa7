import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { PackageType, Subscription } from '../subscriptions.ts';
import { DateKeyText, Id, IdParams, Money, Timestamp } from '../values/shapes.ts';

/** Everything about a customer's plan on one page: what comes next, what it costs, and what can be changed now. */

/**
 * `scheduled`: it will be made. `skipped`: the customer took this one off. `held`: it falls into a hold. `cancelled`: our staff
 * took it off.
 */
export const planVisitStates = ['scheduled', 'skipped', 'held', 'cancelled'] as const;

/** A visit of a plan. A service day that has no stop yet is a visit too. */
export const PlanVisit = z.object({
  /** The service day. A skip names this day, also when the visit was moved. */
  day: DateKeyText,
  /** The day that the visit is on when it was moved to another one; null when it wasn't. */
  movedTo: z.nullable(DateKeyText),
  /** Its stop; null while it has none. */
  pickupId: z.nullable(Id),
  state: z.enum(planVisitStates),
  canSkip: z.boolean(),
  /** We have moved it to the day that it is on, so skipping it is credited. */
  isSkipCredited: z.boolean(),
  /** The cut-off: until then the visit can be skipped, moved or held. */
  skipUntil: Timestamp,
});
export type PlanVisit = z.output<typeof PlanVisit>;

/**
 * The next charge of a plan: `amount` is `price` less `credit`. The credit includes that of the visits on hold until then. It is
 * negative when a remainder of the charge before is added.
 */
export const PlanCharge = z.object({
  /** When the next billing month begins. */
  at: Timestamp,
  price: Money,
  credit: Money,
  amount: Money,
});
export type PlanCharge = z.output<typeof PlanCharge>;

/** The saved card that a plan is charged to. It expires at the end of its month. */
export const PlanCard = z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() });
export type PlanCard = z.output<typeof PlanCard>;

export const PlanView = z.object({
  subscription: Subscription,
  /** The next five visits that will be made, by day, with those between them that won't. Empty for a plan without service. */
  visits: z.array(PlanVisit),
  /** Null when nothing is charged any more, during a pause, and while the provider hasn't reported the billing month. */
  nextCharge: z.nullable(PlanCharge),
  /** The saved card that is charged; null without one, and while the payment provider is unavailable. */
  card: z.nullable(PlanCard),
  /** The payment provider didn't respond in time, so the card isn't known. The same request has it later. */
  isProviderUnavailable: z.boolean(),
  credit: z.object({
    /** What isn't used yet; negative when a remainder too small to charge is owed. */
    balance: Money,
    /** A row per visit that wasn't made because of a hold, newest first. */
    rows: z.array(z.object({ day: DateKeyText, amount: Money, isApplied: z.boolean() })),
  }),
  /** The present or planned hold: `until` is the first day of service again. */
  hold: z.nullable(z.object({ from: DateKeyText, until: DateKeyText })),
  /** What a new hold may be: its first day is at the earliest `earliest`. */
  holdLimits: z.object({
    earliest: DateKeyText,
    minDays: z.int(),
    maxDays: z.int(),
    /** How many held days are left of the twelve months' limit for a hold that begins at `earliest`. */
    daysLeft: z.int(),
  }),
  /** What begins with the next billing month. */
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

/** The signed-in customer's live plan, else the last one that ended; null for a customer who never had one. */
export const getPlan = endpoint('GET', '/api/plan', 'customer', {
  response: z.nullable(PlanView),
  errors: [],
});

/** The same about a subscriber's plan, for the dispatcher. */
export const getSubscriberPlan = endpoint('GET', '/api/admin/subscriptions/:id/plan', 'admin', {
  params: IdParams,
  response: PlanView,
  errors: [404],
});
