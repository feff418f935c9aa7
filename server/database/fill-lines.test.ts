import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import { up } from './migrations/018-filled-lines.ts';
import type { Db } from './transaction.ts';

/** The charges of earlier versions get their lines, each once. */

let db: Db;
let close: () => Promise<void>;
const [customerId, pickupId, planId, bookingId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const stop = { customerId, address: '1127 S 9th St', bagCount: 4, amount: '30.00', serviceType: 'one-time' } as const;
const plan = { customerId, packageType: 'basic', pricePerMonth: '35.00' } as const;
const old = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const user = { id: customerId, username: 'payer', email: 'payer@stoop.example', role: 'customer' } as const;
  await db.insertInto('users').values(user).execute();
  await db
    .insertInto('pickups')
    .values({ ...stop, id: pickupId })
    .execute();
  const draft = { ...stop, id: bookingId, draftKey: randomUUID(), scheduledDate: old };
  await db.insertInto('bookings').values(draft).execute();
  await db
    .insertInto('subscriptions')
    .values({ ...plan, id: planId, stripeSubscriptionId: 'sub_1', status: 'active' })
    .execute();
});
afterAll(async () => await close());

const migrate = async () =>
  await db.connection().execute(async (connection) => await up(connection as Kysely<unknown>));

async function charge(about: object, paid?: object): Promise<{ chargeId: string; paymentId: string | undefined }> {
  const [chargeId, intentId] = [randomUUID(), `pi_${randomUUID()}`];
  const line = { id: chargeId, customerId, stripePaymentIntentId: intentId, amount: '30.00', status: 'succeeded' };
  await db
    .insertInto('payment_history')
    .values({ ...line, ...about })
    .execute();
  if (!paid) return { chargeId, paymentId: undefined };
  const payment = { id: randomUUID(), customerId, purpose: 'booking', amount: '30.00', status: 'succeeded' } as const;
  await db
    .insertInto('payments')
    .values({ ...payment, stripePaymentIntentId: intentId, createdAt: old, ...paid })
    .execute();
  return { chargeId, paymentId: payment.id };
}
const linesOf = async ({ chargeId, paymentId }: { chargeId: string; paymentId: string | undefined }) => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT "kind", "quantity", "cents", "taxCents", "pickupId", "subscriptionId" FROM charge_lines
    WHERE "chargeId" = ${chargeId} OR "paymentId" = ${paymentId ?? null} ORDER BY "position"`.execute(db);
  return rows;
};
const line = { quantity: 1, taxCents: 0, pickupId: null, subscriptionId: null };

it('gives each charge its lines once, however often the migration is interrupted', async () => {
  const pickup = await charge({ pickupId }, { purpose: 'pickup', pickupId });
  const unused = await charge({}, { bookingId, status: 'refunded' });
  const nameless = await charge({}, {});
  const month = await charge({
    subscriptionId: planId,
    packageType: 'basic',
    amount: '30.00',
    credit: '8.75',
    invoiceId: 'in_1',
  });
  const covered = await charge({
    ...{ subscriptionId: planId, packageType: 'basic', amount: '0.00', credit: '35.00', invoiceId: 'in_2' },
    stripePaymentIntentId: null,
  });
  const declined = await charge({ pickupId, status: 'failed' });
  for (let times = 1; times <= 2; times += 1) {
    await migrate();
    expect(await linesOf(pickup)).toEqual([{ ...line, kind: 'pickup', cents: 3000, pickupId }]);
    expect(await linesOf(unused)).toEqual([{ ...line, kind: 'pickup', cents: 3000 }]);
    expect(await linesOf(nameless)).toEqual([{ ...line, kind: 'other', cents: 3000 }]);
    expect(await linesOf(month)).toEqual([
      { ...line, kind: 'plan-month', cents: 3875, subscriptionId: planId },
      { ...line, kind: 'credit', cents: -875, subscriptionId: planId },
    ]);
    expect(await linesOf(covered)).toEqual([
      { ...line, kind: 'plan-month', cents: 3500, subscriptionId: planId },
      { ...line, kind: 'credit', cents: -3500, subscriptionId: planId },
    ]);
    expect(await linesOf(declined)).toEqual([]);
  }
});

it('names old payments without a purpose, and leaves those that an older server may still use', async () => {
  const spent = await charge({}, { status: 'refunded' });
  const unspent = await charge({}, { createdAt: new Date() });
  await migrate();
  const purposeOf = async (id: string | undefined) =>
    (
      await db
        .selectFrom('payments')
        .select('purpose')
        .where('id', '=', id ?? '')
        .executeTakeFirst()
    )?.purpose;
  expect(await purposeOf(spent.paymentId)).toBe('unassigned');
  expect(await purposeOf(unspent.paymentId)).toBe('booking');
});
