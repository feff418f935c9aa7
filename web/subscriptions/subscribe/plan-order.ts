import * as z from 'zod/mini';
import {
  defaultPreferredDay,
  defaultPreferredTime,
  PackageType,
  preferredDays,
} from '../../../contract/subscriptions.ts';
import { lasting } from '../../api/storage.ts';
import { preferredTimes } from '../preferred-times.ts';

/**
 * The plan that a customer is buying on /subscribe. It is kept in the browser from Continue until the plan runs, so that
 * neither a reload nor a closed tab loses it, least of all after the payment.
 */

const storageKey = 'subscription-data';

const Order = z.object({
  customerId: z.string(),
  packageType: PackageType,
  preferredDay: z.enum(preferredDays),
  preferredTime: z.enum(preferredTimes),
  /** Where the pickups are, if the account does not say. */
  address: z.string(),
  /** What the server calls the plan that waits for its payment. */
  subscriptionId: z.optional(z.string()),
  /** A card was sent for it: whether it was charged, the server knows. */
  isSubmitted: z.optional(z.boolean()),
  /** The payment succeeded; what is left is to start the plan. */
  isPaid: z.optional(z.boolean()),
});
export type PlanOrder = z.output<typeof Order>;

export function newOrder(customer: { id: string }): PlanOrder {
  return {
    customerId: customer.id,
    packageType: 'clean-carry',
    preferredDay: defaultPreferredDay,
    preferredTime: defaultPreferredTime,
    address: '',
  };
}

/** What is stored, if it is an order of this customer. Anything else is nothing. */
export function parseOrder(json: string | null, customerId: string): PlanOrder | null {
  try {
    const { data } = Order.safeParse(JSON.parse(json ?? 'null'));
    return data?.customerId === customerId ? data : null;
  } catch {
    return null;
  }
}

export const loadOrder = (customerId: string) => parseOrder(lasting.get(storageKey), customerId);
export const saveOrder = (order: PlanOrder) => lasting.set(storageKey, JSON.stringify(order));
export const removeOrder = () => lasting.remove(storageKey);
