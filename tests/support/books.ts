import { expect } from 'vitest';
import type { Db } from '../../server/database/transaction.ts';

/**
 * What must be true of the money whatever was interrupted: every intent that the provider has charged has bought exactly one
 * thing or was given back, the books say the same, and nobody has two live plans or two stops of a plan on one day.
 */
export async function expectBalancedBooks(db: Db): Promise<{ charged: number; refunded: number }> {
  const intents = await db
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .where('status', '=', 'succeeded')
    .execute();
  const payments = await db.selectFrom('payments').selectAll().execute();
  const history = await db.selectFrom('payment_history').selectAll().execute();
  const pickups = await db.selectFrom('pickups').selectAll().execute();
  const subscriptions = await db.selectFrom('subscriptions').selectAll().execute();

  for (const intent of intents) {
    const payment = payments.find((candidate) => candidate.stripePaymentIntentId === intent.id);
    const bought = pickups.filter((pickup) => pickup.stripePaymentIntentId === intent.id).length;
    const started = subscriptions.filter((one) => one.id === payment?.subscriptionId).length;
    const given = intent.refundedCents === intent.amountCents ? 1 : 0;
    expect(bought + started + given, `what ${intent.id} bought`).toBe(1);
    const lines = history.filter((line) => line.stripePaymentIntentId === intent.id);
    expect(lines.filter((line) => line.status === 'succeeded')).toHaveLength(1);
    expect(lines.filter((line) => line.status === 'refunded')).toHaveLength(given);
  }
  expect(history.filter((line) => line.status === 'succeeded')).toHaveLength(intents.length);

  expectOnce(
    subscriptions.filter((one) => one.status !== 'cancelled').map((one) => one.customerId),
    'live plan of a customer',
  );
  expectOnce(
    pickups
      .filter((pickup) => pickup.subscriptionId && pickup.status !== 'cancelled')
      .map((pickup) => `${pickup.subscriptionId} ${pickup.occurrenceDate}`),
    'stop of a plan on a day',
  );
  return { charged: intents.length, refunded: intents.filter((intent) => intent.refundedCents > 0).length };
}

function expectOnce(keys: string[], what: string): void {
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  expect(
    [...times].filter(([, count]) => count > 1),
    what,
  ).toEqual([]);
}
