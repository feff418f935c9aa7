import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MoneyReport } from '../../contract/reports.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person, staySignedIn } from '../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { bookPaidPickup, cancelFor, setClock } from '../../tests/support/pickups/booking-changes.ts';
import { addLine } from '../../tests/support/report-rows.ts';
import { makeSubscriber } from '../../tests/support/subscriptions/subscriptions.ts';
import { readLedger } from '../payments/reconcile/read-ledger.ts';
import { instantsOf } from './get-money-report.ts';

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  setClock(t, '2026-10-20', '12:00');
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
  await staySignedIn(t);
});
afterAll(async () => await t.close());

const read = async (from: string, to: string): Promise<MoneyReport> => {
  const { status, body } = await t.call('GET', '/api/admin/reports/money', { token: admin.token, query: { from, to } });
  expect(status).toBe(200);
  return body;
};
const cents = (amount: string | null) => Math.round(Number(amount ?? 0) * 100);

describe('against the ledger command', () => {
  it('agrees to the cent, over the clock change too', async () => {
    const span = { from: '2026-10-20', to: '2026-11-05' };
    const [kept, cancelled] = [await bookPaidPickup(t, customer), await bookPaidPickup(t, customer)];
    expect(kept.id).not.toBe(cancelled.id);
    expect((await cancelFor(t, customer, cancelled.id, '45.00')).status).toBe(200);
    await t.runJobs();
    await makeSubscriber(t);
    setClock(t, '2026-11-01', '01:30', 3_600_000);
    await staySignedIn(t);
    await bookPaidPickup(t, customer);
    setClock(t, '2026-11-05', '23:59', 59_000);
    await staySignedIn(t);
    await bookPaidPickup(t, customer);
    await t.runJobs();
    for (const [from, to] of [
      [span.from, span.to],
      ['2026-11-01', '2026-11-01'],
      ['2026-11-05', '2026-11-05'],
      ['2026-11-06', '2026-11-06'],
    ] as const) {
      const { csv, differences } = await readLedger(t.services, instantsOf({ from, to }));
      expect(differences).toEqual([]);
      const sum = csv
        .split('\r\n')
        .find((line) => line.includes(',sum,'))
        ?.split(',')[4];
      expect((await read(from, to)).total.net, from).toBe(sum);
    }
    const report = await read(span.from, span.to);
    expect(report.total).toEqual({ charged: '240.00', refunded: '45.00', net: '195.00' });
    expect(report.sources).toEqual([
      { source: 'plans', charged: '60.00', refunded: '0.00', net: '60.00' },
      { source: 'pickups', charged: '180.00', refunded: '45.00', net: '135.00' },
      { source: 'other', charged: '0.00', refunded: '0.00', net: '0.00' },
    ]);
  });
});

describe('figures', () => {
  it('agree with the rows: charges, refunds, credit and disputes by New York day', async () => {
    const statuses = ['succeeded', 'succeeded', 'refunded', 'failed', 'refund_failed'];
    for (let nth = 0; nth < 60; nth += 1) {
      // Times around the midnights of the two days when the clocks change.
      const day = nth % 2 === 0 ? '2024-03-10' : '2024-11-03';
      const at = new Date(instantOf(day, '00:00').getTime() + (nth - 30) * 67 * 60_000);
      const status = statuses[nth % statuses.length] ?? 'succeeded';
      await addLine(t.db, customer.id, at, {
        ...{
          status,
          amount: `${10 + nth}.${String(nth).padStart(2, '0')}`,
          credit: status === 'succeeded' ? '1.10' : '0',
        },
        // Some old rows have no `movedAt`, and some have no refund amount.
        movedAt: nth % 7 === 0 ? null : at,
        refundAmount: status === 'refunded' && nth % 3 === 0 ? '3.33' : null,
        disputedAt: nth % 10 === 1 ? at : null,
      });
    }
    const lines = await t.db.selectFrom('payment_history').selectAll().execute();
    for (const [from, to] of [
      ['2024-03-09', '2024-03-09'],
      ['2024-03-10', '2024-03-10'],
      ['2024-11-03', '2024-11-03'],
      ['2024-03-01', '2024-11-30'],
    ] as const) {
      const own = lines.filter(({ movedAt, createdAt }) => {
        const day = (movedAt ?? createdAt).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' });
        return day >= from && day <= to;
      });
      const charges = own.filter(({ status }) => status === 'succeeded');
      const refunds = own.filter(({ status }) => status === 'refunded');
      const charged = charges.reduce((sum, { amount }) => sum + cents(amount), 0);
      const refunded = refunds.reduce((sum, { amount, refundAmount }) => sum + cents(refundAmount ?? amount), 0);
      const report = await read(from, to);
      expect([cents(report.total.charged), cents(report.total.refunded), cents(report.total.net)], from).toEqual([
        charged,
        refunded,
        charged - refunded,
      ]);
      expect(cents(report.credit)).toBe(charges.reduce((sum, { credit }) => sum + cents(credit), 0));
      expect(cents(report.disputed)).toBe(
        charges.filter(({ disputedAt }) => disputedAt).reduce((sum, { amount }) => sum + cents(amount), 0),
      );
      expect(report.periods.reduce((sum, { net }) => sum + cents(net), 0)).toBe(charged - refunded);
      expect(charges.length + refunds.length).toBeGreaterThan(3);
    }
  });

  it('count failed renewals by their first refusal, and those paid since', async () => {
    const at = (day: string) => instantOf(day, '12:00');
    const refuse = (invoiceId: string, attempt: number, day: string) =>
      addLine(t.db, customer.id, at(day), { status: 'failed', invoiceId, attempt, amount: '35.00' });
    await refuse('in_paid', 1, '2025-05-31');
    await refuse('in_paid', 2, '2025-06-02');
    await addLine(t.db, customer.id, at('2025-06-20'), { invoiceId: 'in_paid', amount: '35.00' });
    await refuse('in_open', 1, '2025-06-10');
    // A card that was refused for a pickup isn't a renewal.
    await addLine(t.db, customer.id, at('2025-06-10'), { status: 'failed' });
    expect((await read('2025-05-01', '2025-05-31')).renewals).toEqual({
      failed: 1,
      recovered: 1,
      recoveredAmount: '35.00',
    });
    expect((await read('2025-06-01', '2025-06-30')).renewals).toEqual({
      failed: 1,
      recovered: 0,
      recoveredAmount: '0.00',
    });
  });

  it('sum the months of plans that run at an instant as recurring revenue', async () => {
    const plan = async (
      status: 'active' | 'cancelled',
      cancellationDate: Date | null,
      months: [string, string, string][],
    ) => {
      const id = randomUUID();
      const { id: customerId } = await makeCustomer(t);
      await t.db
        .insertInto('subscriptions')
        .values({
          ...{ id, customerId, status, cancellationDate },
          stripeSubscriptionId: id,
          packageType: 'basic',
          pricePerMonth: '99.00',
        })
        .execute();
      for (const [from, to, price] of months) {
        const month = { startsAt: instantOf(from, '12:00'), endsAt: instantOf(to, '12:00') };
        await t.db
          .insertInto('plan_months')
          .values({ subscriptionId: id, ...month, price, visits: 4 })
          .execute();
      }
    };
    await plan('active', null, [
      ['2025-01-10', '2025-02-10', '35.00'],
      ['2025-02-10', '2025-03-10', '60.00'],
    ]);
    await plan('active', null, [['2025-02-01', '2025-03-01', '75.00']]);
    await plan('cancelled', instantOf('2025-02-15', '12:00'), [['2025-02-01', '2025-03-01', '120.00']]);
    expect((await read('2025-01-01', '2025-01-31')).recurring).toEqual({
      before: '0.00',
      after: '35.00',
      plansBefore: 0,
      plansAfter: 1,
    });
    expect((await read('2025-02-05', '2025-02-09')).recurring).toEqual({
      before: '230.00',
      after: '230.00',
      plansBefore: 3,
      plansAfter: 3,
    });
    expect((await read('2025-02-12', '2025-02-20')).recurring).toEqual({
      before: '255.00',
      after: '135.00',
      plansBefore: 3,
      plansAfter: 2,
    });
  });
});
