import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFreshDatabase } from '../../../tests/support/database/fresh-database.ts';
import type { Db } from '../../database/transaction.ts';
import { adoptRefunds } from './refunds.store.ts';

/** Refunds that a server of the previous release wrote are moved over, each once, under the key that it always had. */

let db: Db;
let close: () => Promise<void>;
const customerId = randomUUID();
const at = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  ({ db, close } = await openFreshDatabase());
  const person = { username: 'sam', email: 'sam@stoop.example', passwordHash: 'x', role: 'customer' } as const;
  await db
    .insertInto('users')
    .values({ id: customerId, password: '', ...person })
    .execute();
});
afterAll(async () => await close());

async function pay(status: 'succeeded' | 'refund_pending' | 'refunded', failureReason: string | null = null) {
  const [id, pickupId] = [randomUUID(), randomUUID()];
  const intentId = `pi_${id}`;
  const place = { address: '742 S 10th St, Philadelphia, PA 19147', serviceType: 'one-time', bagCount: 8 } as const;
  await db
    .insertInto('pickups')
    .values({ id: pickupId, customerId, amount: '45.00', ...place })
    .execute();
  const payment = { id, customerId, pickupId, purpose: 'pickup', amount: '45.00', status, failureReason } as const;
  await db
    .insertInto('payments')
    .values({ ...payment, stripePaymentIntentId: intentId, updatedAt: at })
    .execute();
  return { id, pickupId, intentId };
}

async function askOldly(paid: { id: string; pickupId: string }, status: 'requested' | 'sent' | 'failed', day = at) {
  const id = randomUUID();
  const refund = { id, paymentId: paid.id, pickupId: paid.pickupId, amount: '10.00', reason: 'A bag', status };
  await db
    .insertInto('refunds')
    .values({ ...refund, requestedBy: customerId, createdAt: day, updatedAt: day })
    .execute();
  return id;
}

async function moved(intentId: string) {
  await adoptRefunds(db);
  await adoptRefunds(db);
  const columns = ['key', 'amount', 'status', 'refusal', 'settledAs', 'why'] as const;
  return await db
    .selectFrom('charge_refunds')
    .select(columns)
    .where('intentId', '=', intentId)
    .orderBy('createdAt')
    .execute();
}

it('keeps a requested, a sent and a failed refund of a pickup', async () => {
  const paid = await pay('succeeded');
  const requested = await askOldly(paid, 'requested', new Date('2026-11-19'));
  const sent = await askOldly(paid, 'sent', new Date('2026-11-20'));
  const failed = await askOldly(paid, 'failed', new Date('2026-11-21'));
  expect(await moved(paid.intentId)).toEqual([
    { key: `refund:${requested}`, amount: '10.00', status: 'asked', refusal: null, settledAs: null, why: 'asked' },
    { key: `refund:${sent}`, amount: '10.00', status: 'done', refusal: null, settledAs: null, why: 'asked' },
    expect.objectContaining({ key: `refund:${failed}`, status: 'refused', settledAs: null }),
  ]);
});

it('does not send a failed refund again that was replaced or dismissed', async () => {
  const replaced = await pay('succeeded');
  await askOldly(replaced, 'failed', new Date('2026-11-20'));
  await askOldly(replaced, 'sent', new Date('2026-11-21'));
  const dismissed = await pay('succeeded');
  const subject = await askOldly(dismissed, 'failed');
  const dismissal = {
    kind: 'refund-failed',
    subject,
    state: '1',
    word: 'Cash',
    dismissedBy: customerId,
    dismissedAt: at,
  };
  await db.insertInto('attention_dismissals').values(dismissal).execute();
  expect(await moved(replaced.intentId)).toMatchObject([
    { status: 'done', settledAs: 'Refunded again' },
    { status: 'done' },
  ]);
  expect(await moved(dismissed.intentId)).toMatchObject([{ status: 'done', settledAs: 'Cash' }]);
});

it('asks for the rest of a payment that was marked for a refund', async () => {
  const whole = await pay('refund_pending');
  const refused = await pay('refund_pending', 'Our balance is too low.');
  const partly = await pay('refund_pending');
  await askOldly(partly, 'requested');
  expect(await moved(whole.intentId)).toMatchObject([{ key: `refund:${whole.id}`, amount: '45.00', status: 'asked' }]);
  expect(await moved(refused.intentId)).toMatchObject([{ status: 'refused', refusal: 'Our balance is too low.' }]);
  expect((await moved(partly.intentId)).map(({ amount }) => amount).sort()).toEqual(['10.00', '35.00']);
});

it("keeps the parts of a plan's refund, without those that were refused", async () => {
  const plan = {
    id: randomUUID(),
    customerId,
    packageType: 'basic',
    pricePerMonth: '35.00',
    status: 'cancelled',
  } as const;
  await db
    .insertInto('subscriptions')
    .values({ ...plan, stripeSubscriptionId: 'sub_1' })
    .execute();
  const part = { causeId: randomUUID(), subscriptionId: plan.id, amount: '5.00', createdAt: at };
  const [asked, sent, failed] = [randomUUID(), randomUUID(), randomUUID()];
  await db
    .insertInto('plan_refunds')
    .values([
      { ...part, id: asked, intentId: 'pi_a', status: 'requested' },
      { ...part, id: sent, intentId: 'pi_b', status: 'sent' },
      { ...part, id: failed, intentId: 'pi_c', status: 'failed' },
    ])
    .execute();
  expect(await moved('pi_a')).toMatchObject([{ key: `plan-refund:${asked}`, status: 'asked', why: 'plan-end' }]);
  expect(await moved('pi_b')).toMatchObject([{ key: `plan-refund:${sent}`, status: 'done' }]);
  expect(await moved('pi_c')).toEqual([]);
});
