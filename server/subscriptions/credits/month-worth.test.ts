import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { creditsOf, turnTo } from '../../../tests/support/subscriptions/holds.ts';
import { makeSubscriber } from '../../../tests/support/subscriptions/subscriptions.ts';

/**
 * What held visits are worth when a charged month changes. The plan costs $35.00 and is bought on Monday, Nov 23: its
 * month has the visits of Nov 30, Dec 7, 14 and 21, at $8.75 each.
 */

let t: TestApp;
let admin: Person;
let subscriber: Person & { subscriptionId: string };
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(instantOf('2026-11-23', '12:00'));
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const buy = async () => {
  t.setNow(instantOf('2026-11-23', '12:00'));
  subscriber = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'monday' });
  await turnTo(t, '2026-11-23', '12:30');
};
const call = async (method: 'GET' | 'POST', path: string, more: object = {}) =>
  await t.call(method, path, { token: subscriber.token, ...more });
const setPrice = async (pricePerMonth: string) => {
  const path = `/api/admin/subscriptions/${subscriber.subscriptionId}`;
  expect((await t.call('PATCH', path, { token: admin.token, body: { pricePerMonth } })).status).toBe(200);
  await t.runJobs();
};
const setDay = async (preferredDay: string) => {
  expect((await call('POST', '/api/plan/change', { body: { preferredDay } })).status).toBe(200);
};
/** Holds the plan. Returns the day and credit of each visit, as previewed. */
const hold = async (from: string, until: string) => {
  const { body } = await call('GET', '/api/plan/hold-preview', { query: { from, until } });
  const held = await call('POST', '/api/plan/hold', { body: { from, until, expectedCredit: body.credit } });
  expect(held.status).toBe(200);
  return body.visits.map(({ day, credit }: { day: string; credit: string }) => [day, credit]);
};
const credits = async () => await creditsOf(t, subscriber.subscriptionId);

describe('another price within a charged month', () => {
  it('spreads what was charged over the visits of the new days', async () => {
    await buy();
    await turnTo(t, '2026-11-24', '12:00');
    // Mondays and Thursdays: eight visits from Nov 26 to Dec 21, at $4.375 each.
    await setPrice('75.00');
    const held = [
      ['2026-12-07', '4.37'],
      ['2026-12-10', '4.38'],
      ['2026-12-14', '4.37'],
      ['2026-12-17', '4.38'],
    ];
    expect(await hold('2026-12-06', '2026-12-20')).toEqual(held);
    for (const day of ['2026-12-07', '2026-12-10', '2026-12-14', '2026-12-17']) await turnTo(t, day, '12:00');
    expect(await credits()).toEqual(held);
  });

  it('changes nothing if the days stay', async () => {
    await buy();
    await setPrice('33.00');
    expect(await hold('2026-12-06', '2026-12-20')).toEqual([
      ['2026-12-07', '8.75'],
      ['2026-12-14', '8.75'],
    ]);
    await turnTo(t, '2026-12-14', '12:00');
    expect(await credits()).toEqual([
      ['2026-12-07', '8.75'],
      ['2026-12-14', '8.75'],
    ]);
  });
});

describe('another day within a charged month', () => {
  it('keeps the credits that are written, and counts the visits that were due', async () => {
    await buy();
    await hold('2026-11-30', '2026-12-14');
    await turnTo(t, '2026-12-06', '18:30');
    expect(await credits()).toEqual([
      ['2026-11-30', '8.75'],
      ['2026-12-07', '8.75'],
    ]);
    await turnTo(t, '2026-12-14', '12:00');
    // Dec 14 was due. One Monday or one Saturday is left of the month, so $8.75.
    await setDay('saturday');
    expect(await hold('2026-12-16', '2026-12-30')).toEqual([
      ['2026-12-19', '8.75'],
      ['2026-12-26', '7.00'],
    ]);
  });

  it('makes the visits dearer when fewer are left, and never returns more than was charged', async () => {
    await buy();
    // Wednesdays: Nov 25, Dec 2, 9, 16, and Dec 23 at 09:00, before the month ends at noon.
    await setDay('wednesday');
    await turnTo(t, '2026-11-26', '12:00');
    const [first, ...others] = await hold('2026-11-28', '2026-12-28');
    expect([first, ...others]).toEqual([
      ['2026-12-02', '7.00'],
      ['2026-12-09', '7.00'],
      ['2026-12-16', '7.00'],
      ['2026-12-23', '7.00'],
    ]);
    await turnTo(t, '2026-12-01', '18:30');
    // Three Wednesdays are left, which are worth $21.00. Monday, Dec 7, would be the second visit within seven days of
    // the credited one, so Dec 14 and 21 are left.
    await setDay('monday');
    await turnTo(t, '2026-12-03', '12:00');
    // Dec 10 and 17.
    await setDay('thursday');
    for (const day of ['2026-12-10', '2026-12-17', '2026-12-23']) await turnTo(t, day, '13:00');
    const written = await credits();
    const cents = written.reduce((sum, [, amount]) => sum + Math.round(Number(amount) * 100), 0);
    expect(cents).toBeLessThanOrEqual(3500);
    expect(written.slice(1).map(([, amount]) => amount)).toEqual(['10.50', '10.50']);
  });
});
