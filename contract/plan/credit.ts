import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DateKeyText, Money } from '../values/shapes.ts';

/** A customer's unused credit for visits that weren't made. */
export const PlanCredit = z.object({
  /** Negative when a remainder too small to charge is added to the next charge. */
  balance: Money,
  /** The credited visits behind the balance, oldest first. They are used in this order. */
  visits: z.array(
    z.object({
      day: DateKeyText,
      /** The visit's value. */
      amount: Money,
      /** The unused part of `amount`. */
      left: Money,
    }),
  ),
  /** Whether the plan has ended and the balance is being refunded to the card. */
  isReturned: z.boolean(),
});
export type PlanCredit = z.output<typeof PlanCredit>;

/** Returns the credit of the signed-in customer's plan, or of the last plan that ended. $0.00 without a plan. */
export const getPlanCredit = endpoint('GET', '/api/plan/credit', 'customer', { response: PlanCredit, errors: [] });
