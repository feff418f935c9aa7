import { sql } from 'kysely';
import type { Db } from '../../../server/database/transaction.ts';

/** The tables that a random life fills, children before parents. Accounts and sessions stay. */
const tables = [
  ...['provider_events', 'charge_refunds', 'refunds', 'payment_history', 'idempotency_keys', 'payments', 'pickups'],
  ...['bookings', 'plan_refunds', 'plan_closings', 'plan_credits', 'plan_months', 'plan_holds', 'subscription_orders'],
  ...['subscriptions', 'attention_dismissals', 'audit_log', 'messages', 'notifications', 'rate_limits'],
  ...['simulated_card_setups', 'simulated_refunds', 'simulated_credits', 'simulated_invoices'],
  ...['simulated_subscriptions', 'simulated_payment_intents', 'pgboss.job'],
];

/** Deletes all bookings, plans, payments and jobs, so that the next life begins with empty books. */
export async function emptyMoneyTables(db: Db): Promise<void> {
  await sql.raw(tables.map((table) => `DELETE FROM ${table}`).join(';')).execute(db);
}
