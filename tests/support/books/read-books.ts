import type { Db } from '../../../server/database/transaction.ts';
import type { MoneyMovement } from '../../../server/external/payments/payment-provider.ts';
import { simulatedPayments } from '../../../server/external/payments/simulated/simulated-payments.ts';

export type Books = Awaited<ReturnType<typeof readBooks>>;
export type Intent = Books['intents'][number];

/** Reads our books and the simulated provider's from the database. */
export async function readBooks(db: Db) {
  const movements: MoneyMovement[] = [];
  const everything = { since: new Date(0), until: new Date('2100-01-01') };
  for await (const movement of simulatedPayments(db).listMovements(everything)) movements.push(movement);
  return {
    movements,
    intents: await db.selectFrom('simulated_payment_intents').selectAll().execute(),
    refundsThere: await db.selectFrom('simulated_refunds').selectAll().execute(),
    invoices: await db.selectFrom('simulated_invoices').selectAll().execute(),
    plansThere: await db.selectFrom('simulated_subscriptions').selectAll().execute(),
    payments: await db.selectFrom('payments').selectAll().execute(),
    lines: await db.selectFrom('charge_lines').selectAll().orderBy('position').execute(),
    history: await db.selectFrom('payment_history').selectAll().execute(),
    refunds: await db.selectFrom('charge_refunds').selectAll().execute(),
    events: await db.selectFrom('provider_events').selectAll().execute(),
    bookings: await db.selectFrom('bookings').selectAll().execute(),
    pickups: await db.selectFrom('pickups').selectAll().execute(),
    creditsThere: await db.selectFrom('simulated_credits').selectAll().orderBy('position').execute(),
    planMonths: await db.selectFrom('plan_months').selectAll().execute(),
    planCredits: await db.selectFrom('plan_credits').selectAll().execute(),
    planClosings: await db.selectFrom('plan_closings').selectAll().execute(),
    plans: await db.selectFrom('subscriptions').selectAll().execute(),
  };
}

export function isBack({ refundedCents, amountCents }: Intent): boolean {
  return refundedCents >= amountCents;
}

/** Describes each key that occurs more than once. */
export function twice(keys: string[], what: string): string[] {
  return [...new Set(keys)]
    .filter((key) => keys.indexOf(key) !== keys.lastIndexOf(key))
    .map((key) => `${what}: ${key}`);
}
