import type { ProviderEvent, ProviderInvoice } from '../../../server/external/payments/payment-provider.ts';
import type { SubscriptionRow } from '../../../server/subscriptions/subscriptions.store.ts';
import type { Person } from '../accounts/people.ts';
import type { Sides } from '../books/books-of-customer.ts';
import type { Random } from '../random.ts';
import type { PlanModel } from './plan-model.ts';
import type { PlanWorld } from './plan-world.ts';

/** The life of one customer's plans: the plans as the rules expect them, and what is known of them on both sides. */

export interface Life {
  readonly world: PlanWorld;
  readonly random: Random;
  readonly customer: Person;
  /** The customer's plans, oldest first. */
  readonly models: PlanModel[];
  /** A log of what happened, for people to read. */
  readonly trail: string[];
  /** The probability that a process dies. */
  readonly risk: number;
  /** Events of the provider that are still on their way. */
  readonly late: ProviderEvent[];
  /** The numbers of hours that may pass between two sweeps. */
  readonly sweepGaps: readonly number[];
}

export function nowOf({ world }: Life): Date {
  return world.services.clock();
}

export function modelOf({ models }: Life): PlanModel {
  return models.at(-1) as PlanModel;
}

export async function planOf(life: Life, id = modelOf(life).id): Promise<SubscriptionRow> {
  return await life.world.t.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Reads the customer at the provider: the subscriptions and all their invoices. */
export async function readProvider({ world, customer }: Life) {
  const { db, services } = world.t;
  const user = await db.selectFrom('users').selectAll().where('id', '=', customer.id).executeTakeFirstOrThrow();
  const payerId = user.stripeCustomerId ?? '';
  const there = (await world.provider.listSubscriptions()).filter(({ customerId }) => customerId === payerId);
  const invoices: (ProviderInvoice & { root: string; subscriptionId: string })[] = [];
  for (const { id, root } of there) {
    const months = await services.payments.listInvoices(id);
    invoices.push(...months.map((month) => ({ ...month, root, subscriptionId: id })));
  }
  return { payerId, there, invoices };
}

/** Returns the sides of the customer's books, read by a process that doesn't die. */
export function sidesOf({ world, customer }: Life): Sides {
  const { call, services } = world.t;
  return { services, call, admin: world.admin, customer };
}
