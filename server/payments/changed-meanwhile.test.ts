import { randomUUID } from 'node:crypto';
import type { InsertObject, Selectable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFreshDatabase } from '../../tests/support/database/fresh-database.ts';
import type { PaymentHistoryTable, Schema } from '../database/schema.ts';
import type { Db } from '../database/transaction.ts';
import { setPaid } from '../pickups/pickups.store.ts';
import { lockCharge, setHistoryTarget, setRefundFailed } from './ledger/ledger.store.ts';
import { setProviderCustomer } from './payers/payers.store.ts';
import { lockUnspentPayment, setOpen } from './payments.store.ts';

/** The stores leave a row unchanged when another request was faster. Requests alone can't produce this timing. */

let db: Db;
let close: () => Promise<void>;
let customerId: string;
const now = new Date('2026-03-05T14:00:00Z');
beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
});
afterAll(async () => await close());
beforeEach(async () => {
  customerId = await aCustomer();
});

async function aCustomer(): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('users')
    .values({ id, username: id, email: `${id}@stoop.example`, role: 'customer' })
    .execute();
  return id;
}

async function aPickup(about: Partial<InsertObject<Schema, 'pickups'>> = {}): Promise<string> {
  const id = randomUUID();
  const order = { address: '1127 S 9th St', bagCount: 4, amount: '30.00', serviceType: 'one-time' } as const;
  await db
    .insertInto('pickups')
    .values({ id, customerId, ...order, scheduledDate: now, ...about })
    .execute();
  return id;
}

async function aPlan(): Promise<string> {
  const id = randomUUID();
  const plan = { packageType: 'basic', pricePerMonth: '35.00', status: 'cancelled' } as const;
  await db
    .insertInto('subscriptions')
    .values({ id, customerId, ...plan, stripeSubscriptionId: id })
    .execute();
  return id;
}

async function aPayment(about: Partial<InsertObject<Schema, 'payments'>> = {}): Promise<string> {
  const id = randomUUID();
  const payment = { purpose: 'unassigned', amount: '30.00', status: 'succeeded' } as const;
  await db
    .insertInto('payments')
    .values({ id, customerId, ...payment, ...about })
    .execute();
  return id;
}

async function aLine(about: Partial<InsertObject<Schema, 'payment_history'>>): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('payment_history')
    .values({ id, customerId, amount: '30.00', status: 'succeeded', ...about })
    .execute();
  return id;
}

const lineOf = async (id: string): Promise<Selectable<PaymentHistoryTable>> =>
  await db.selectFrom('payment_history').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('the unspent payment of a customer', () => {
  const unspent = async () => (await lockUnspentPayment(db, customerId, '30.00'))?.id;

  it('is the oldest paid one of the amount', async () => {
    const id = await aPayment({ createdAt: now });
    await aPayment({ createdAt: new Date(now.getTime() + 1) });
    expect(await unspent()).toBe(id);
  });

  it('can be one of a server of the previous release, which calls it a booking without a draft', async () => {
    const id = await aPayment({ purpose: 'booking' });
    expect(await unspent()).toBe(id);
  });

  it("is not another customer's", async () => {
    await aPayment({ customerId: await aCustomer() });
    expect(await unspent()).toBeUndefined();
  });

  it('is not one that has bought a pickup or a plan', async () => {
    await aPayment({ pickupId: await aPickup() });
    await aPayment({ subscriptionId: await aPlan() });
    expect(await unspent()).toBeUndefined();
  });

  it('is not a disputed one', async () => {
    const [disputed, other] = [randomUUID(), randomUUID()];
    await aPayment({ stripePaymentIntentId: disputed, createdAt: now });
    await aLine({ stripePaymentIntentId: disputed, disputedAt: now });
    expect(await unspent()).toBeUndefined();
    const id = await aPayment({ stripePaymentIntentId: other });
    await aLine({ stripePaymentIntentId: other });
    expect(await unspent()).toBe(id);
  });

  it.each([
    { amount: '45.00' },
    { status: 'open' },
    { status: 'refunded' },
    { purpose: 'pickup' },
    { purpose: 'subscription' },
    { purpose: 'addition' },
  ] as const)('is not one with %o', async (about) => {
    await aPayment(about);
    expect(await unspent()).toBeUndefined();
  });
});

describe('a payment', () => {
  it.each(['open', 'canceled', 'succeeded'] as const)('is not opened again when it is %s', async (status) => {
    const id = await aPayment({ status });
    const atProvider = { stripePaymentIntentId: randomUUID(), stripeSubscriptionId: null };
    expect(await setOpen(db, id, atProvider, now)).toBeUndefined();
  });
});

describe('a pickup', () => {
  it('is paid once', async () => {
    const id = await aPickup();
    expect(await setPaid(db, id, 'pi_first', now)).toMatchObject({ stripePaymentIntentId: 'pi_first' });
    expect(await setPaid(db, id, 'pi_second', now)).toBeUndefined();
  });

  it('is not paid when it was cancelled', async () => {
    expect(await setPaid(db, await aPickup({ status: 'cancelled' }), 'pi_late', now)).toBeUndefined();
  });
});

describe("the provider's id of a customer", () => {
  it('stays the one that another request has saved', async () => {
    await setProviderCustomer(db, customerId, null, 'cus_first');
    await setProviderCustomer(db, customerId, null, 'cus_second');
    await setProviderCustomer(db, customerId, 'cus_other', 'cus_third');
    const user = await db.selectFrom('users').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow();
    expect(user.stripeCustomerId).toBe('cus_first');
  });
});

describe('a line of the ledger', () => {
  it('says what the charge bought, once', async () => {
    const [pickupId, other, subscriptionId] = [await aPickup(), await aPickup(), await aPlan()];
    const [bought, started] = [randomUUID(), randomUUID()];
    const [ofPickup, ofPlan] = [
      await aLine({ stripePaymentIntentId: bought }),
      await aLine({ stripePaymentIntentId: started }),
    ];
    await setHistoryTarget(db, bought, { pickupId });
    await setHistoryTarget(db, started, { subscriptionId, packageType: 'basic' });
    await setHistoryTarget(db, bought, { pickupId: other });
    await setHistoryTarget(db, started, { pickupId: other });
    expect(await lineOf(ofPickup)).toMatchObject({ pickupId, subscriptionId: null });
    expect(await lineOf(ofPlan)).toMatchObject({ pickupId: null, subscriptionId });
  });

  it('is the charge of an intent only if it succeeded', async () => {
    const stripePaymentIntentId = randomUUID();
    await aLine({ stripePaymentIntentId, status: 'failed' });
    expect(await lockCharge(db, stripePaymentIntentId)).toBeUndefined();
    const id = await aLine({ stripePaymentIntentId });
    expect(await lockCharge(db, stripePaymentIntentId)).toMatchObject({ id });
  });

  it('reports a failed refund once', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    const ofOther = await aLine({ providerRefundId: other, status: 'refunded' });
    await aLine({ providerRefundId: mine, status: 'refunded' });
    expect(await setRefundFailed(db, mine)).toBe(true);
    expect(await setRefundFailed(db, mine)).toBe(false);
    expect(await lineOf(ofOther)).toMatchObject({ status: 'refunded' });
  });
});
