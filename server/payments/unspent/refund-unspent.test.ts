import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import { bookingBody, bookUnpaid, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { setDisputed } from '../ledger/ledger.store.ts';
import { lockPayment } from '../payments.store.ts';
import { readLedger } from '../reconcile/read-ledger.ts';
import { reconcilePayments } from '../reconcile/reconcile-payments.ts';
import { refundUnused } from '../refunds/refund-unused.ts';
import { refundUnspent } from './refund-unspent.ts';

/** A payment without a draft or a pickup is refunded 24 hours after it was made, unless a booking has used it. */

let t: TestApp;
let customer: Person;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const paidAt = new Date('2026-11-20T15:14:00Z');

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(paidAt);
  customer = await makeCustomer(t);
  await staySignedIn(t);
});

const passTo = (ms: number, from = paidAt) => t.setNow(new Date(from.getTime() + ms));
const buy = async (amount = '45.00') => {
  const intentId = await openPayment(t, customer.token, amount);
  expect((await pay(t, customer.token, intentId)).body).toMatchObject({ success: true });
  return intentId;
};
const listed = (token: string | undefined = customer.token) => t.call('GET', '/api/unspent-payments', { token });
const book = (paymentIntentId?: string) =>
  t.call('POST', '/api/pickups', {
    token: customer.token,
    body: { ...bookingBody(t), ...(paymentIntentId && { paymentIntentId }) },
  });
const sweep = async () => {
  await t.services.jobs.enqueue(t.db, 'refund-unspent', {});
  await t.runJobs();
};
const statusOf = async (intentId: string) =>
  (await t.db.selectFrom('payments').select('status').where('stripePaymentIntentId', '=', intentId).executeTakeFirst())
    ?.status;
const refundedCents = async (intentId: string) => (await t.services.payments.getPayment(intentId))?.refundedCents;
const lines = async () =>
  (await t.call('GET', '/api/billing-history', { token: customer.token })).body.map(
    ({ status, amount }: { status: string; amount: string }) => `${status} ${amount}`,
  );
const bells = async () =>
  (await t.call('GET', '/api/notifications', { token: customer.token })).body.notifications.map(
    ({ message }: { message: string }) => message,
  );
const mailsToMe = async () => {
  await t.runJobs();
  const { email } = await t.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow();
  return (await t.mails()).filter((mail) => mail.to === email && mail.subject.startsWith('We refunded'));
};
const expectEqualBooks = async () => {
  const span = { since: new Date(paidAt.getTime() - dayMs), until: new Date(paidAt.getTime() + 40 * dayMs) };
  expect((await readLedger(t.services, span)).differences).toEqual([]);
};

describe('the list of unspent payments', () => {
  it('is for customers', async () => {
    expect((await t.call('GET', '/api/unspent-payments')).status).toBe(401);
    expect((await listed((await makeDriver(t)).token)).status).toBe(403);
    expect((await listed((await makeAdmin(t)).token)).status).toBe(403);
  });

  it("has the customer's own, with the time of the refund, until it is used", async () => {
    const intentId = await buy();
    const refundAt = new Date(paidAt.getTime() + dayMs).toISOString();
    const paid = { paymentIntentId: intentId, amount: '45.00', paidAt: paidAt.toISOString(), refundAt };
    expect(await listed()).toMatchObject({ status: 200, body: [paid] });
    expect((await listed((await makeCustomer(t)).token)).body).toEqual([]);
    expect((await book(intentId)).status).toBe(201);
    expect((await listed()).body).toEqual([]);
  });

  it('has its time on the receipt and in the email, until it is used', async () => {
    const intentId = await buy();
    await t.runJobs();
    const { body: items } = await t.call('GET', '/api/billing-history', { token: customer.token });
    const receipt = () => t.call('GET', `/api/receipts/${items[0].id}`, { token: customer.token });
    expect((await receipt()).body.refundAt).toBe(new Date(paidAt.getTime() + dayMs).toISOString());
    const [mail] = (await t.mails()).filter(({ text }) => text.includes(items[0].id));
    expect(mail?.text).toContain(
      "This payment isn't tied to a pickup yet. If it isn't used by Sat, Nov 21 at 10:14 AM, we'll refund it.",
    );
    await book(intentId);
    expect((await receipt()).body.refundAt).toBeNull();
  });

  it('leaves out what is disputed', async () => {
    await setDisputedNow(await buy());
    expect((await listed()).body).toEqual([]);
  });
});

async function setDisputedNow(intentId: string, at: Date | null = paidAt) {
  const line = await t.db
    .selectFrom('payment_history')
    .select('id')
    .where('stripePaymentIntentId', '=', intentId)
    .executeTakeFirstOrThrow();
  await setDisputed(t.db, line.id, at);
}

describe('the refund', () => {
  it('waits for 24 hours to the minute, then comes with a notice and an email', async () => {
    const intentId = await buy();
    passTo(dayMs - minuteMs);
    await sweep();
    expect(await statusOf(intentId)).toBe('succeeded');
    passTo(dayMs);
    await sweep();
    await sweep();
    expect(await statusOf(intentId)).toBe('refunded');
    expect(await refundedCents(intentId)).toBe(4500);
    expect(await lines()).toEqual(['succeeded -45.00', 'succeeded 45.00']);
    expect(await bells()).toEqual([
      "Your payment wasn't used for a pickup within 24 hours. $45.00 is on its way back to your card.",
    ]);
    const mails = await mailsToMe();
    expect(mails.map(({ subject }) => subject)).toEqual(['We refunded your $45.00 payment to Stoop']);
    expect(mails[0]?.text).toContain(
      "Your payment of Fri, Nov 20 at 10:14 AM, Visa ending in 4242, wasn't used for a pickup within 24 hours. We refunded $45.00.",
    );
    expect((await listed()).body).toEqual([]);
    await expectEqualBooks();
  });

  it.each([
    ['loses an hour', '2026-03-07T15:14:00Z'],
    ['gains an hour', '2026-10-31T14:14:00Z'],
  ])('comes after 24 hours when the day %s', async (_, from) => {
    const start = new Date(from);
    t.setNow(start);
    const intentId = await buy();
    expect((await listed()).body[0].refundAt).toBe(new Date(start.getTime() + dayMs).toISOString());
    passTo(dayMs - minuteMs, start);
    await sweep();
    expect(await statusOf(intentId)).toBe('succeeded');
    passTo(dayMs, start);
    await sweep();
    expect(await statusOf(intentId)).toBe('refunded');
  });

  it('counts from the charge, not from the opening of the payment', async () => {
    const intentId = await openPayment(t, customer.token);
    passTo(50 * minuteMs);
    await pay(t, customer.token, intentId);
    passTo(dayMs + 49 * minuteMs);
    await sweep();
    expect(await statusOf(intentId)).toBe('succeeded');
    passTo(dayMs + 50 * minuteMs);
    await sweep();
    expect(await statusOf(intentId)).toBe('refunded');
  });

  it('does not come for what has bought a pickup', async () => {
    const intentId = await buy();
    await book();
    passTo(2 * dayMs);
    await sweep();
    expect(await refundedCents(intentId)).toBe(0);
    expect(await mailsToMe()).toEqual([]);
  });

  it('does not come for a disputed payment, which pays for nothing either, until the bank decides for us', async () => {
    const intentId = await buy();
    await setDisputedNow(intentId);
    passTo(2 * dayMs);
    await sweep();
    expect(await refundedCents(intentId)).toBe(0);
    expect(await statusOf(intentId)).toBe('succeeded');
    expect(await book(intentId)).toMatchObject({ status: 409, body: { code: 'disputed' } });
    expect(await book()).toMatchObject({ status: 201, body: { paymentStatus: 'pending' } });
    await setDisputedNow(intentId, null);
    await sweep();
    expect(await refundedCents(intentId)).toBe(4500);
  });

  it('is completed by the reconciler when the server died before the job ran', async () => {
    const intentId = await buy();
    passTo(dayMs);
    await refundUnspent(t.services);
    expect(await statusOf(intentId)).toBe('refund_pending');
    expect((await listed()).body).toEqual([]);
    passTo(dayMs + 2 * minuteMs);
    await reconcilePayments(t.services);
    expect(await statusOf(intentId)).toBe('refunded');
    await t.runJobs();
    expect(await refundedCents(intentId)).toBe(4500);
    expect(await lines()).toEqual(['succeeded -45.00', 'succeeded 45.00']);
    expect(await mailsToMe()).toHaveLength(1);
    await expectEqualBooks();
  });

  it('is recorded and notified once when the process died after the provider had made it', async () => {
    const intentId = await buy();
    passTo(dayMs);
    const [marked] = await refundUnspent(t.services);
    await t.services.payments.refundPayment(intentId, { idempotencyKey: `refund:${marked?.id}` });
    await Promise.all([t.runJobs(), reconcilePayments(t.services)]);
    await t.runJobs();
    expect(await refundedCents(intentId)).toBe(4500);
    expect(await lines()).toEqual(['succeeded -45.00', 'succeeded 45.00']);
    expect(await bells()).toHaveLength(1);
    expect(await mailsToMe()).toHaveLength(1);
    await expectEqualBooks();
  });

  it('says why also when a draft could no longer be booked', async () => {
    const booking = { ...bookingBody(t, 1), draftKey: randomUUID() };
    const { body } = await t.call('POST', '/api/create-payment-intent', {
      token: customer.token,
      body: { amount: '45.00', booking },
    });
    await t.services.payments.confirmTest?.(body.paymentIntentId, testCards.successful.paymentMethodId);
    passTo(3 * dayMs);
    expect((await book(body.paymentIntentId)).status).toBe(409);
    await t.runJobs();
    expect(await bells()).toEqual([
      "Your payment couldn't be used for what you ordered. $45.00 is on its way back to your card.",
    ]);
    expect(await mailsToMe()).toHaveLength(1);
  });
});

describe('a booking and the refund of the same payment', () => {
  it('a second before the deadline the booking uses the payment', async () => {
    const intentId = await buy();
    passTo(dayMs - 1_000);
    const [booked] = await Promise.all([book(intentId), refundUnspent(t.services)]);
    expect(booked).toMatchObject({ status: 201, body: { paymentStatus: 'paid' } });
    passTo(dayMs);
    await sweep();
    expect(await refundedCents(intentId)).toBe(0);
    await expectEqualBooks();
  });

  it('the booking returns 409 when the refund was decided first', async () => {
    const intentId = await buy();
    passTo(dayMs);
    const booked = await overtaken(
      t.db,
      () => book(intentId),
      async (trx) => {
        const { id } = await trx
          .selectFrom('payments')
          .select('id')
          .where('stripePaymentIntentId', '=', intentId)
          .executeTakeFirstOrThrow();
        await refundUnused(t.services, trx, await lockPayment(trx, id));
      },
    );
    expect(booked).toMatchObject({ status: 409, body: { code: 'given_back' } });
    await t.runJobs();
    expect(await refundedCents(intentId)).toBe(4500);
    expect((await t.call('GET', '/api/pickups', { token: customer.token })).body).toEqual([]);
  });

  it('the refund leaves the payment alone when the booking was first', async () => {
    const intentId = await buy();
    const pickup = await bookUnpaid(t, customer.token, { amount: '30.00', bagCount: 4 });
    passTo(dayMs);
    const marked = await overtaken(
      t.db,
      () => refundUnspent(t.services),
      async (trx) =>
        await trx
          .updateTable('payments')
          .set({ pickupId: pickup.id })
          .where('stripePaymentIntentId', '=', intentId)
          .execute(),
    );
    expect(marked).toEqual([]);
    await t.runJobs();
    expect(await refundedCents(intentId)).toBe(0);
  });

  it('the refund leaves the payment alone when a dispute was recorded first', async () => {
    const intentId = await buy();
    passTo(dayMs);
    const marked = await overtaken(
      t.db,
      () => refundUnspent(t.services),
      async (trx) => {
        await trx
          .updateTable('payments')
          .set({ updatedAt: new Date() })
          .where('stripePaymentIntentId', '=', intentId)
          .execute();
        await trx
          .updateTable('payment_history')
          .set({ disputedAt: new Date() })
          .where('stripePaymentIntentId', '=', intentId)
          .execute();
      },
    );
    expect(marked).toEqual([]);
    expect(await statusOf(intentId)).toBe('succeeded');
  });

  it('end once, whatever the order, in two processes and two tabs', async () => {
    for (let round = 0; round < 5; round += 1) {
      t.setNow(paidAt);
      const intentId = await buy();
      passTo(dayMs);
      const [first, second] = await Promise.all([
        book(intentId),
        book(intentId),
        refundUnspent(t.services),
        refundUnspent(t.services),
        reconcilePayments(t.services),
      ]);
      await t.runJobs();
      const isRefunded = (await refundedCents(intentId)) === 4500;
      const paidPickups = await t.db
        .selectFrom('pickups')
        .select('id')
        .where('stripePaymentIntentId', '=', intentId)
        .execute();
      expect(paidPickups).toHaveLength(isRefunded ? 0 : 1);
      expect([first.status, second.status].sort()).toEqual(isRefunded ? [409, 409] : [200, 201]);
    }
    await expectEqualBooks();
  });
});
