import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { holdsOf, turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';

/**
 * A plan for $35.00, served on Mondays, bought on Monday, November 23. Its first month runs until December 23 and has
 * four visits.
 */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
const today = '2026-11-23';
const from = '2026-11-25';
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf(today, '12:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(instantOf(today, '12:00'));
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'monday' });
  await turnTo(t, today);
});

const preview = (first: string, until: string, token = subscriber.token) =>
  t.call('GET', '/api/plan/hold-preview', { token, query: { from: first, until } });

describe('the preview of a hold', () => {
  it('names each visit with its credit, the charges, the next visit and the days that are left', async () => {
    expect(await preview(from, '2027-01-04')).toMatchObject({
      status: 200,
      body: {
        ...{ from, until: '2027-01-04', days: 40, daysLeft: 50, nextVisit: '2027-01-04', staying: [] },
        visits: [
          { day: '2026-11-30', pickupId: expect.any(String), credit: '8.75' },
          { day: '2026-12-07', pickupId: null, credit: '8.75' },
          { day: '2026-12-14', credit: '8.75' },
          { day: '2026-12-21', credit: '8.75' },
          // The second month has December 28, January 4, 11 and 18.
          { day: '2026-12-28', credit: '8.75' },
        ],
        credit: '43.75',
        charges: [
          { at: '2026-12-23T17:00:00.000Z', price: '35.00', credit: '35.00', amount: '0.00' },
          { at: '2027-01-23T17:00:00.000Z', price: '35.00', credit: '8.75', amount: '26.25' },
        ],
      },
    });
    expect(await holdsOf(t, subscriber.subscriptionId)).toEqual([]);
  });

  it('returns 400 with the field that is not possible', async () => {
    expect(await preview('2026-11-23', '2027-01-04')).toMatchObject({
      status: 400,
      body: { errors: { from: 'The earliest day a hold can start is Tue, Nov 24.' } },
    });
    expect(await preview(from, addDays(from, 13))).toMatchObject({
      status: 400,
      body: { errors: { until: /14 days/ } },
    });
    expect(await preview(from, addDays(from, 91))).toMatchObject({
      status: 400,
      body: { errors: { until: /90 days/ } },
    });
    for (const query of [{ from }, { from: '2026-02-30', until: '2026-12-24' }]) {
      const { status } = await t.call('GET', '/api/plan/hold-preview', { token: subscriber.token, query });
      expect(status).toBe(400);
    }
  });

  it('returns 404 without a plan, and 409 for a paused one', async () => {
    const stranger = await makeCustomer(t);
    expect((await preview(from, '2026-12-24', stranger.token)).status).toBe(404);
    const path = '/api/admin/subscriptions/0197b5a0-0000-7000-8000-000000000000/hold-preview';
    const query = { from, until: '2026-12-24' };
    expect((await t.call('GET', path, { token: admin.token, query })).status).toBe(404);
    await t.db
      .updateTable('subscriptions')
      .set({ status: 'paused' })
      .where('id', '=', subscriber.subscriptionId)
      .execute();
    expect(await preview(from, '2026-12-24')).toMatchObject({ status: 409, body: { code: 'not_active' } });
  });
});
