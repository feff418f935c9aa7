import * as z from 'zod/mini';
import type { AwaitingPlan } from '../../../contract/import.ts';
import { defaultPreferredDay, defaultPreferredTime, preferredDays } from '../../../contract/subscriptions.ts';
import { packageTypes } from '../../../contract/values/prices.ts';
import { lasting } from '../../api/storage.ts';
import { preferredTimes } from '../plan-words.ts';

/**
 * Storage key of the subscription order: the plan that a customer is buying on /subscribe. The order is stored from
 * Continue until the plan is active, so that a reload or a closed tab doesn't lose it, even after the payment.
 */
const storageKey = 'subscription-data';

const Order = z.object({
  customerId: z.string(),
  packageType: z.enum(packageTypes),
  preferredDay: z.enum(preferredDays),
  preferredTime: z.enum(preferredTimes),
  /** The address where the plan is served. Starts as the account's address. */
  address: z.string(),
  /** The server's id of the plan that is waiting for its first payment. */
  subscriptionId: z.optional(z.string()),
  /** True once a card was submitted. Only the server knows whether it was charged. */
  isSubmitted: z.optional(z.boolean()),
  /** True once the payment succeeded. Only the activation of the plan remains. */
  isPaid: z.optional(z.boolean()),
});
export type PlanOrder = z.output<typeof Order>;

interface Customer {
  id: string;
  address: string | null;
}

/** Returns a new order, filled from the plan that staff imported for the customer, if there is one (IMPORT-12). */
export function newOrder(customer: Customer, imported: AwaitingPlan | null = null): PlanOrder {
  return {
    customerId: customer.id,
    packageType: imported?.packageType ?? 'clean-carry',
    preferredDay: preferredDays.find((day) => day === imported?.preferredDay) ?? defaultPreferredDay,
    preferredTime: preferredTimes.find((time) => time === imported?.preferredTime) ?? defaultPreferredTime,
    address: (imported?.address ?? customer.address)?.trim() ?? '',
  };
}

/** Returns the stored order, or null if it is invalid or belongs to another customer. */
export function parseOrder(json: string | null, customerId: string): PlanOrder | null {
  try {
    const { data } = Order.safeParse(JSON.parse(json ?? 'null'));
    return data?.customerId === customerId ? data : null;
  } catch {
    return null;
  }
}

/**
 * Returns the customer's stored order, else a new one. An order whose address was left empty gets the default address.
 */
export function loadOrder(customer: Customer, imported: AwaitingPlan | null = null): PlanOrder {
  const fresh = newOrder(customer, imported);
  const stored = parseOrder(lasting.get(storageKey), customer.id);
  return stored ? { ...stored, address: stored.address.trim() || fresh.address } : fresh;
}

export const saveOrder = (order: PlanOrder) => lasting.set(storageKey, JSON.stringify(order));
export const removeOrder = () => lasting.remove(storageKey);
