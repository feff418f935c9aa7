import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PackageType, planOf } from '../../../contract/values/prices.ts';
import { addDays, dateKeyOf, instantOf, wallTimeOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import { staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';
import { applyDuePending } from './apply-pending.ts';

/**
 * A year of a plan that changes every month, across both clock changes: the price of each month, and the days of its
 * visits.
 */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());

const start = '2026-10-05';
const turnDays = 3;
/** The change requested in the third week of each month. `isUndone`: the request is undone immediately. */
const wishes: readonly { packageType: PackageType; preferredDay?: string; isUndone?: boolean }[] = [
  { packageType: 'heavy-duty' },
  { packageType: 'clean-carry', preferredDay: 'sunday' },
  { packageType: 'premium', isUndone: true },
  { packageType: 'clean-carry', preferredDay: 'wednesday' },
  { packageType: 'premium' },
  { packageType: 'basic', preferredDay: 'sunday' },
  { packageType: 'heavy-duty' },
  { packageType: 'heavy-duty' },
  { packageType: 'basic', preferredDay: 'tuesday' },
  { packageType: 'clean-carry', preferredDay: 'tuesday', isUndone: true },
  { packageType: 'basic', preferredDay: 'saturday' },
];

it('charges each month the price of its package, and visits it on its days', { timeout: 240_000 }, async () => {
  t.setNow(instantOf(start, '12:00'));
  await staySignedIn(t);
  const { token, subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'friday' });
  await t.runJobs();
  const mine = async () => (await t.call('GET', '/api/subscription', { token })).body;
  let packageType: PackageType = 'basic';
  const prices = [planOf(packageType).priceCents];
  /** The plan's weekdays on each day, as its row had them on that day. */
  const daysOf = new Map<string, readonly string[]>([[addDays(start, 1), ['friday']]]);
  for (const [month, wish] of wishes.entries()) {
    const end: string = (await mine()).currentPeriodEnd;
    const last = dateKeyOf(new Date(end));
    const wishedAt = addDays(last, -9);
    let turn = dateKeyOf(t.services.clock());
    while (turn < addDays(last, 1)) {
      turn = addDays(turn, turnDays);
      if (turn > addDays(last, 1)) turn = addDays(last, 1);
      t.setNow(instantOf(turn, '12:00'));
      await staySignedIn(t);
      await renewSubscriptions(t.services);
      await applyDuePending(t.services);
      await sweepSubscriptions(t.services);
      await t.runJobs();
      for (let ahead = 0; ahead < turnDays; ahead += 1) daysOf.set(addDays(turn, ahead), (await mine()).pickupDays);
      if (turn <= wishedAt && addDays(turn, turnDays) > wishedAt) {
        const { isUndone, ...body } = wish;
        const changed = await t.call('POST', '/api/plan/change', { token, body });
        expect(changed.status, `${month}: ${JSON.stringify(changed.body)}`).toBe(200);
        if (isUndone) expect((await t.call('POST', '/api/plan/undo-change', { token })).status).toBe(200);
        else packageType = wish.packageType;
      }
    }
    prices.push(planOf(packageType).priceCents);
    expect(await mine(), `month ${month}`).toMatchObject({ packageType, pendingPackageType: null, status: 'active' });
  }

  const { body: billed } = await t.call('GET', '/api/billing-history', { token });
  const amounts = (billed as { amount: string }[]).map(({ amount }) => Math.round(Number(amount) * 100)).toReversed();
  expect(amounts).toEqual(prices);

  const stops = (await stopsOf(t, subscriptionId)).filter(({ status }) => status !== 'cancelled');
  const visits = stops.map(({ occurrenceDate }) => occurrenceDate ?? '');
  for (const { scheduledDate } of stops) expect(wallTimeOf(scheduledDate ?? new Date(0))).toBe('09:00');
  const lastTurn = dateKeyOf(t.services.clock());
  for (const day of visits.filter((visit) => visit < lastTurn)) {
    const week = visits.filter((other) => other >= day && other <= addDays(day, 6));
    // A visit belongs to the package of its day. On the day of a change, the visit at 09:00 can be either's.
    const packages = [addDays(day, -1), day].map((known) => daysOf.get(known)).filter((known) => known !== undefined);
    const most = Math.max(...[...packages, daysOf.get(addDays(day, 6)) ?? []].map(({ length }) => length));
    expect(week.length, `the seven days from ${day}`).toBeLessThanOrEqual(most);
    expect(packages.flat(), `a visit on ${day}`).toContain(weekdayOf(day));
    // No gap between visits is longer than two weeks.
    const next = visits.find((other) => other > day);
    if (next) expect(next <= addDays(day, 14), `after ${day} comes ${next}`).toBe(true);
  }
  expect(visits.length).toBeGreaterThan(60);
});
