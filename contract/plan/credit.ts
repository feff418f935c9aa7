import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DateKeyText, Money } from '../values/shapes.ts';

/** What the customer has for held visits and no invoice has used. */
export const PlanCredit = z.object({
  /** Negative when a remainder too small to charge is added to the next charge. */
  balance: Money,
  /** The visits that the balance comes from, oldest first: they are used in this order. */
  visits: z.array(
    z.object({
      day: DateKeyText,
      /** What the visit was worth. */
      amount: Money,
      /** What of it is left. */
      left: Money,
    }),
  ),
  /** The plan has ended, and the balance is on its way back to the card. */
  isReturned: z.boolean(),
});
export type PlanCredit = z.output<typeof PlanCredit>;

/** The credit of the signed-in customer's plan, or of the last one that has ended. $0.00 without a plan. */
export const getPlanCredit = endpoint('GET', '/api/plan/credit', 'customer', { response: PlanCredit, errors: [] });
