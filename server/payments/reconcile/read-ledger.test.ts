import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { bookingBody, openPayment, pay } from '../../../tests/support/pickups/bookings.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';
import { readLedger } from './read-ledger.ts';

let t: TestApp;
let customer: Person;
let pickupId: string;
const hour = 60 * 60 * 1000;
const span = () => ({ since: new Date(Date.now() - hour), until: new Date(Date.now() + hour) });

beforeAll(async () => {
  t = await startTestApp();
  customer = await makeCustomer(t);
  const paymentIntentId = await openPayment(t, customer.token);
  await pay(t, customer.token, paymentIntentId);
  const body = { ...bookingBody(t), paymentIntentId };
  pickupId = (await t.call('POST', '/api/pickups', { token: customer.token, body })).body.id;
  await makeSubscriber(t);
  const { token } = await makeAdmin(t);
  await t.call('DELETE', `/api/admin/pickups/${pickupId}`, { token });
  await t.runJobs();
});
afterAll(async () => await t.close());

describe('the ledger', () => {
  it('lists the movements with our customers, and the sum to the cent', async () => {
    const { csv, differences } = await readLedger(t.services, span());
    expect(differences).toEqual([]);
    const rows = csv
      .trimEnd()
      .split('\r\n')
      .map((row) => row.split(','));
    expect(rows[0]).toEqual(['date', 'kind', 'id', 'payment_intent', 'amount', 'customer', 'description']);
    expect(rows.slice(1).map(([, kind, , , amount, , what]) => [kind, amount, what])).toEqual([
      ['charge', '45.00', 'pickup'],
      ['charge', '60.00', 'plan'],
      ['refund', '-45.00', 'pickup'],
      ['sum', '60.00', ''],
    ]);
    expect(rows[1]?.[5]).toBe(customer.username);
  });

  it('contains nothing outside the span', async () => {
    const { csv } = await readLedger(t.services, { since: new Date(0), until: new Date(hour) });
    expect(csv).toBe('date,kind,id,payment_intent,amount,customer,description\r\n,sum,,,0.00,,\r\n');
  });

  it('dates a late-evening movement by the New York day', async () => {
    const other = await startTestApp();
    other.setNow(instantOf('2026-11-30', '22:30'));
    const { token } = await makeCustomer(other);
    await pay(other, token, await openPayment(other, token));
    const day = { since: instantOf('2026-11-30', '00:00'), until: instantOf('2026-12-01', '00:00') };
    const { csv } = await readLedger(other.services, day);
    expect(csv.split('\r\n')[1]).toMatch(/^2026-11-30T22:30:00-05:00,charge,/);
    await other.close();
  });

  it('ignores a charge made and refunded in the Stripe dashboard', async () => {
    const { payments } = t.services;
    const wanted = { customerId: 'cus_other', amountCents: 9_900, idempotencyKey: randomUUID() };
    const { id } = await payments.createPayment(wanted);
    await payments.confirmTest?.(id, testCards.successful.paymentMethodId);
    expect((await readLedger(t.services, span())).differences).toEqual([
      expect.stringMatching(/^charge \S+ of pi_\w+ is \$99.00 at the provider; our books say nothing\.$/),
    ]);
    await payments.refundPayment(id, { idempotencyKey: randomUUID() });
    const { csv, differences } = await readLedger(t.services, span());
    expect(differences).toEqual([]);
    expect(csv).toContain('-99.00');
  });

  it('reports rows that the provider does not have', async () => {
    await t.db
      .insertInto('payment_history')
      .values({ id: randomUUID(), customerId: customer.id, amount: '12.00', status: 'succeeded' })
      .execute();
    expect((await readLedger(t.services, span())).differences).toEqual([]);
    await t.db
      .updateTable('payment_history')
      .set({ stripePaymentIntentId: 'pi_nobodys' })
      .where('amount', '=', '12.00')
      .execute();
    expect((await readLedger(t.services, span())).differences).toEqual([
      'a charge of pi_nobodys for $12.00 is in our books; the provider has none.',
    ]);
    await t.db.deleteFrom('payment_history').where('stripePaymentIntentId', '=', 'pi_nobodys').execute();
  });

  it('reports rows that differ', async () => {
    await t.db
      .updateTable('payment_history')
      .set({ amount: '46.00' })
      .where('pickupId', '=', pickupId)
      .where('status', '=', 'succeeded')
      .execute();
    await t.db.deleteFrom('payment_history').where('status', '=', 'refunded').execute();
    const { differences } = await readLedger(t.services, span());
    expect(differences).toEqual([
      expect.stringMatching(/^charge \S+ of pi_\w+ is \$45.00 at the provider; our books say \$46.00\.$/),
      expect.stringMatching(/^refund re_\w+ of pi_\w+ is \$-45.00 at the provider; our books say nothing\.$/),
    ]);
  });
});
