import type { Selectable, Updateable } from 'kysely';
import type {
  SimulatedCardSetupsTable,
  SimulatedInvoicesTable,
  SimulatedSubscriptionsTable,
} from '../../../database/schema.ts';
import type { Db } from '../../../database/transaction.ts';

export type SimulatedSubscription = Selectable<SimulatedSubscriptionsTable>;
export type SimulatedInvoice = Selectable<SimulatedInvoicesTable>;
export type SimulatedCardSetup = Selectable<SimulatedCardSetupsTable>;

/** Inserts a subscription, or returns the earlier one with this idempotency key. */
export async function insertSubscription(
  db: Db,
  subscription: Omit<SimulatedSubscription, 'createdAt' | 'endsAtPeriodEnd'>,
): Promise<SimulatedSubscription> {
  await db
    .insertInto('simulated_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .execute();
  return await db
    .selectFrom('simulated_subscriptions')
    .selectAll()
    .where('idempotencyKey', '=', subscription.idempotencyKey)
    .executeTakeFirstOrThrow();
}

export async function findSubscriptionByKey(db: Db, key: string): Promise<SimulatedSubscription | undefined> {
  const plans = db.selectFrom('simulated_subscriptions').selectAll();
  return await plans.where('idempotencyKey', '=', key).executeTakeFirst();
}

export async function findSubscription(db: Db, id: string): Promise<SimulatedSubscription | undefined> {
  return await db.selectFrom('simulated_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists the subscriptions of a chain, in which each replaced the one before it, newest first. */
export async function listChain(db: Db, root: string): Promise<SimulatedSubscription[]> {
  return await db
    .selectFrom('simulated_subscriptions')
    .selectAll()
    .where('root', '=', root)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function changeSubscription(
  db: Db,
  id: string,
  change: Updateable<SimulatedSubscriptionsTable>,
): Promise<void> {
  await db.updateTable('simulated_subscriptions').set(change).where('id', '=', id).execute();
}

/** Sets whether a subscription ends with its current period. Ignores one that has already ended. */
export async function setEndsAtPeriodEnd(db: Db, id: string, endsAtPeriodEnd: boolean): Promise<void> {
  await db
    .updateTable('simulated_subscriptions')
    .set({ endsAtPeriodEnd })
    .where('id', '=', id)
    .where('status', '<>', 'canceled')
    .execute();
}

/** Activates a subscription whose invoice was paid, unless it is paused or has ended. */
export async function activate(db: Db, id: string): Promise<void> {
  await db
    .updateTable('simulated_subscriptions')
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', 'in', ['incomplete', 'past_due'])
    .execute();
}

/** Ends a pause by setting `status`. Changes nothing when the subscription isn't paused. */
export async function endPause(db: Db, id: string, status: 'active' | 'past_due'): Promise<void> {
  await db
    .updateTable('simulated_subscriptions')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'paused')
    .execute();
}

export async function insertInvoice(db: Db, invoice: SimulatedInvoice): Promise<void> {
  await db.insertInto('simulated_invoices').values(invoice).execute();
}

/** Lists the invoices of a subscription, newest first. */
export async function listInvoices(db: Db, subscriptionId: string): Promise<SimulatedInvoice[]> {
  return await db
    .selectFrom('simulated_invoices')
    .selectAll()
    .where('subscriptionId', '=', subscriptionId)
    .orderBy('periodStart', 'desc')
    .execute();
}

export async function findInvoiceOfIntent(db: Db, intentId: string): Promise<SimulatedInvoice | undefined> {
  return await db.selectFrom('simulated_invoices').selectAll().where('intentId', '=', intentId).executeTakeFirst();
}

export async function changeInvoice(db: Db, id: string, change: Updateable<SimulatedInvoicesTable>): Promise<void> {
  await db.updateTable('simulated_invoices').set(change).where('id', '=', id).execute();
}

export async function insertCardSetup(db: Db, setup: SimulatedCardSetup): Promise<void> {
  await db.insertInto('simulated_card_setups').values(setup).execute();
}

export async function findCardSetup(db: Db, id: string): Promise<SimulatedCardSetup | undefined> {
  return await db.selectFrom('simulated_card_setups').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function deleteUnusedSetup(db: Db, id: string): Promise<void> {
  await db.deleteFrom('simulated_card_setups').where('id', '=', id).where('paymentMethodId', 'is', null).execute();
}

/** Saves a card in a customer's setup. Returns false when the customer has no such setup. */
export async function setSetupCard(
  db: Db,
  { setupId, customerId }: { setupId: string; customerId: string },
  paymentMethodId: string,
): Promise<boolean> {
  const changed = await db
    .updateTable('simulated_card_setups')
    .set({ paymentMethodId })
    .where('id', '=', setupId)
    .where('customerId', '=', customerId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}
