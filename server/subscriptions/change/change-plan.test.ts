import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import {
  makeAdmin,
  makeCustomer,
  makeDriver,
  type Person,
  staySignedIn,
} from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { pay } from '../../../tests/support/pickups/bookings.ts';
import { intentOf, makeSubscriber, openPlan, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';
import { applyDuePending } from './apply-pending.ts';

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
// A Wednesday. The paid month ends on Friday, December 25, at noon.
const now = instantOf('2026-11-25', '12:00');
const monthEnd = instantOf('2026-12-25', '12:00').toISOString();

beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());

const subscribeTo = async (packageType: string, preferredDay?: string) => {
  t.setNow(now);
  await staySignedIn(t);
  customer = await makeSubscriber(t, { packageType, ...(preferredDay && { preferredDay }) });
  await t.runJobs();
};
/** Advances the clock and runs the hourly jobs. Everybody stays signed in. */
const turnTo = async (day: string, time = '12:00') => {
  t.setNow(instantOf(day, time));
  await staySignedIn(t);
  await renewSubscriptions(t.services);
  await applyDuePending(t.services);
  await sweepSubscriptions(t.services);
  await t.runJobs();
};
const token = () => customer.token;
const preview = (query: Record<string, string>, of = token()) =>
  t.call('GET', '/api/plan/change-preview', { token: of, query });
const change = (body: unknown, of = token()) => t.call('POST', '/api/plan/change', { token: of, body });
const hold = async (days: { from: string; until: string }) => {
  const { credit } = (await t.call('GET', '/api/plan/hold-preview', { token: token(), query: days })).body;
  const held = await t.call('POST', '/api/plan/hold', { token: token(), body: { ...days, expectedCredit: credit } });
  expect(held.status).toBe(200);
};
const undo = () => t.call('POST', '/api/plan/undo-change', { token: token() });
const edit = (body: unknown) =>
  t.call('PATCH', `/api/admin/subscriptions/${customer.subscriptionId}`, { token: admin.token, body });
const mine = async () => (await t.call('GET', '/api/subscription', { token: token() })).body;
const atProvider = async () => await t.services.payments.getSubscription((await mine()).stripeSubscriptionId);
const stops = async () => (await stopsOf(t, customer.subscriptionId)).filter(({ status }) => status !== 'cancelled');
const days = async () => (await stops()).map(({ occurrenceDate }) => occurrenceDate);
const trail = () => trailOf(t, admin, 'subscription', customer.subscriptionId);
const notices = async () => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token: token() });
  return (body.notifications as { title: string; message: string }[]).map(({ title, message }) => [title, message]);
};
const setStop = async (day: string, set: { status: 'completed' | 'cancelled'; cancellationReason?: string }) =>
  await t.db
    .updateTable('pickups')
    .set(set)
    .where('subscriptionId', '=', customer.subscriptionId)
    .where('occurrenceDate', '=', day)
    .execute();
const setPlan = async (set: { holdFrom?: string; pausedUntil?: Date; currentPeriodEnd?: null }) =>
  await t.db.updateTable('subscriptions').set(set).where('id', '=', customer.subscriptionId).execute();
const none = { pendingPackageType: null, pendingPreferredDay: null, pendingFrom: null };

describe('who may change a plan', () => {
  it('is open to its customer and to dispatchers; 404 without a plan, 409 when it has ended', async () => {
    await subscribeTo('basic', 'friday');
    const admins = `/api/admin/subscriptions/${customer.subscriptionId}`;
    for (const [method, path] of [
      ['GET', '/change-preview'],
      ['POST', '/change'],
      ['POST', '/undo-change'],
    ] as const) {
      expect((await t.call(method, `/api/plan${path}`, { token: 'nobody' })).status).toBe(401);
      expect((await t.call(method, `/api/plan${path}`, { token: admin.token, body: {} })).status).toBe(403);
      expect((await t.call(method, `${admins}${path}`, { token: token(), body: {} })).status).toBe(403);
      const other = { token: (await makeCustomer(t)).token, ...(method === 'POST' && { body: {} }) };
      expect((await t.call(method, `/api/plan${path}`, other)).status).toBe(404);
      const unknown = `/api/admin/subscriptions/${randomUUID()}${path}`;
      const asAdmin = { token: admin.token, ...(method === 'POST' && { body: {} }) };
      expect((await t.call(method, unknown, asAdmin)).status).toBe(404);
    }
    expect((await change({ packageType: 'gold' })).status).toBe(400);
    expect((await change({ preferredDay: 'someday' })).status).toBe(400);
    await edit({ status: 'cancelled' });
    expect(await change({ packageType: 'premium' })).toMatchObject({ status: 409, body: { code: 'ended' } });
    expect((await t.call('GET', `${admins}/change-preview`, { token: admin.token })).body.code).toBe('ended');
  });

  it('is closed to everybody while the plan is paused', async () => {
    await subscribeTo('basic', 'friday');
    await edit({ status: 'paused' });
    expect(await change({ preferredDay: 'monday' })).toMatchObject({ status: 409, body: { code: 'paused' } });
    await edit({ status: 'active' });
    await change({ packageType: 'premium' });
    await edit({ status: 'paused' });
    expect((await undo()).body).toMatchObject({ ...none, status: 'paused' });
  });

  it('works for the dispatcher as for the customer, with the dispatcher in the trail', async () => {
    await subscribeTo('basic', 'friday');
    const path = `/api/admin/subscriptions/${customer.subscriptionId}`;
    const query = { packageType: 'premium' };
    const seen = await t.call('GET', `${path}/change-preview`, { token: admin.token, query });
    expect(seen.body).toEqual((await preview(query)).body);
    const { body } = await t.call('POST', `${path}/change`, { token: admin.token, body: query });
    expect(body).toMatchObject({ pendingPackageType: 'premium', customerUsername: customer.username });
    expect((await trail())[0]).toMatchObject({ action: 'edited', actorUsername: admin.username });
    const undone = await t.call('POST', `${path}/undo-change`, { token: admin.token });
    expect(undone.body).toMatchObject({ ...none, customerUsername: customer.username });
  });
});

describe('another package', () => {
  beforeEach(async () => await subscribeTo('basic', 'friday'));

  it('begins with the next billing month: price, days and extras together', async () => {
    const seen = await preview({ packageType: 'premium', preferredTime: 'evening' });
    expect(seen).toMatchObject({
      status: 200,
      body: {
        ...{ packageType: 'premium', pickupDays: ['monday', 'thursday'], preferredDay: null, preferredTime: 'evening' },
        ...{ price: '150.00', from: monthEnd, droppedDays: [], dropsPending: null, isChange: true },
        // The visit on Friday, December 25, is before noon, so it still belongs to the old package.
        firstDays: ['2026-12-28', '2027-01-04'],
      },
    });
    const { price: expectedPrice, from: expectedFrom, firstDays: expectedFirstDays } = seen.body;
    const wish = { packageType: 'premium', preferredTime: 'evening' };
    const changed = await change({ ...wish, expectedPrice, expectedFrom, expectedFirstDays });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...{ packageType: 'basic', pricePerMonth: '35.00', pickupDays: ['friday'], preferredTime: 'evening' },
        ...{ pendingPackageType: 'premium', pendingPreferredDay: null, pendingFrom: monthEnd },
      },
    });
    expect(await notices()).toContainEqual([
      'Your plan changes on Fri, Dec 25',
      'Premium Property for $150.00 a month, with pickups on Monday and Thursday, starting Mon, Dec 28.',
    ]);
    expect((await trail())[0]).toMatchObject({
      actorUsername: customer.username,
      details: { 'next plan': 'none to Premium Property on Monday and Thursday from Fri, Dec 25' },
    });
    // The provider charges the new price from the next month on, and nothing now.
    expect(await atProvider()).toMatchObject({ packageType: 'premium', priceCents: 15000 });
    expect((await t.call('GET', '/api/billing-history', { token: token() })).body).toHaveLength(1);

    for (const day of ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22']) await turnTo(day);
    const made = await stops();
    expect(made.map(({ occurrenceDate }) => occurrenceDate)).toEqual([
      ...['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25', '2026-12-28'],
    ]);
    expect(made.map(({ specialInstructions }) => specialInstructions)).toEqual([
      ...[null, null, null, null, null],
      'Power-wash bins\nUp to 1 furniture item this week\nMow lawn (quarter acre)',
    ]);
    expect((await mine()).packageType).toBe('basic');

    await turnTo('2026-12-25', '12:30');
    expect(await mine()).toMatchObject({
      ...{ ...none, packageType: 'premium', pricePerMonth: '150.00', pickupDays: ['monday', 'thursday'] },
      ...{ frequency: 'twice-weekly', includesLawnMowing: true, preferredDay: 'friday', bagCountLimit: 6 },
    });
    await turnTo('2026-12-29');
    // With Friday and Monday, Thursday would be the third visit within seven days.
    expect((await days()).slice(-2)).toEqual(['2026-12-28', '2027-01-04']);
    const { body: billed } = await t.call('GET', '/api/billing-history', { token: token() });
    expect(billed.map(({ amount }: { amount: string }) => amount)).toEqual(['150.00', '35.00']);
    expect(await notices()).toContainEqual([
      'Your new plan has started',
      'Premium Property started on Fri, Dec 25. Your pickups are on Monday and Thursday.',
    ]);
  });

  it('is replaced by a later choice, and undone by choosing the present one or by Undo', async () => {
    await change({ packageType: 'premium' });
    expect((await preview({ packageType: 'clean-carry', preferredDay: 'tuesday' })).body).toMatchObject({
      ...{ dropsPending: 'premium', from: monthEnd, firstDays: ['2027-01-05'] },
    });
    expect((await change({ packageType: 'clean-carry', preferredDay: 'tuesday' })).body).toMatchObject({
      ...{ pendingPackageType: 'clean-carry', pendingPreferredDay: 'tuesday', pickupDays: ['friday'] },
    });
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'clean-carry', priceCents: 6000 });
    // Changing only the time leaves the package pending.
    expect((await change({ preferredTime: 'afternoon' })).body.pendingPackageType).toBe('clean-carry');
    expect((await change({ packageType: 'basic' })).body).toMatchObject({ ...none, pickupDays: ['friday'] });
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'basic', priceCents: 3500 });

    await change({ packageType: 'heavy-duty' });
    expect((await undo()).body).toMatchObject(none);
    expect(await notices()).toContainEqual([
      'Plan change undone',
      "Heavy Duty won't start next month. Your plan is Basic Package for $35.00 a month.",
    ]);
    const before = await trail();
    expect((await undo()).status).toBe(200);
    expect((await change({ packageType: 'basic', preferredDay: 'friday' })).status).toBe(200);
    expect(await trail()).toEqual(before);
    expect((await preview({ packageType: 'basic' })).body).toMatchObject({ isChange: false, from: null });
  });

  it('has its stops of the coming week swapped when it is chosen or undone late', async () => {
    await turnTo('2026-12-22');
    expect((await days()).at(-1)).toBe('2026-12-25');
    t.setNow(instantOf('2026-12-24', '15:00'));
    await change({ packageType: 'heavy-duty' });
    expect((await days()).slice(-2)).toEqual(['2026-12-25', '2026-12-28']);
    // Bins are washed at the first stop of a week.
    expect((await stops()).at(-1)?.specialInstructions).toContain('Power-wash bins');
    await undo();
    expect((await days()).at(-1)).toBe('2026-12-25');
    await change({ packageType: 'heavy-duty' });
    expect((await days()).slice(-2)).toEqual(['2026-12-25', '2026-12-28']);
  });

  it('is confirmed with the facts of the preview, or refused with the new ones', async () => {
    const errors = { expectedPrice: '75.00', expectedFrom: monthEnd, expectedFirstDays: '2026-12-28,2027-01-04' };
    for (const expected of [
      { expectedPrice: '60.00' },
      { expectedFrom: null },
      { expectedFrom: '2026-12-26T17:00:00Z' },
      { expectedFirstDays: ['2026-12-28'] },
    ]) {
      const refused = await change({ packageType: 'heavy-duty', ...expected });
      expect(refused).toMatchObject({ status: 409, body: { code: 'preview_changed', errors } });
    }
    expect(await mine()).toMatchObject(none);
  });

  it('is refused within the hour before the month ends, and until the next month is charged', async () => {
    await change({ packageType: 'premium' });
    t.setNow(instantOf('2026-12-25', '11:00'));
    await staySignedIn(t);
    const refusal = {
      status: 409,
      body: { code: 'renewing', message: 'Your plan is renewing right now. Please try again in an hour.' },
    };
    expect(await undo()).toMatchObject(refusal);
    expect(await change({ packageType: 'clean-carry' })).toMatchObject(refusal);
    expect(await preview({ packageType: 'clean-carry' })).toMatchObject(refusal);
    // A new price from the dispatcher would drop the pending package as well.
    expect(await edit({ updates: { pricePerMonth: '41.50' } })).toMatchObject(refusal);
    expect((await edit({ updates: { bagCountLimit: 7 } })).status).toBe(200);
    // A change of day or time doesn't depend on the month.
    expect((await change({ preferredTime: 'evening' })).status).toBe(200);
    t.setNow(instantOf('2026-12-25', '12:10'));
    expect(await change({ packageType: 'basic' })).toMatchObject(refusal);
    await turnTo('2026-12-25', '13:00');
    expect((await change({ packageType: 'basic', preferredDay: 'sunday' })).body).toMatchObject({
      ...{ packageType: 'premium', pendingPackageType: 'basic', pendingPreferredDay: 'sunday' },
    });
    await setPlan({ currentPeriodEnd: null });
    expect(await change({ packageType: 'heavy-duty' })).toMatchObject(refusal);
  });

  it('starts although its first charge is declined', async () => {
    await change({ packageType: 'premium' });
    await t.runJobs();
    await t.db
      .updateTable('simulated_subscriptions')
      .set({ paymentMethodId: testCards.declined.paymentMethodId })
      .where('id', '=', (await mine()).stripeSubscriptionId)
      .execute();
    await turnTo('2026-12-25', '12:30');
    expect(await mine()).toMatchObject({ ...none, packageType: 'premium', status: 'active' });
    expect((await mine()).pastDueSince).not.toBeNull();
    const { body: billed } = await t.call('GET', '/api/billing-history', { token: token() });
    expect(billed[0]).toMatchObject({ amount: '150.00', status: 'failed' });
    await turnTo('2026-12-27');
    expect(await days()).toContain('2026-12-28');
  });

  it('is dropped by a cancellation', async () => {
    await change({ packageType: 'premium' });
    await edit({ status: 'cancelled' });
    expect(await mine()).toMatchObject({ ...none, status: 'cancelled', packageType: 'basic' });
  });

  it("is replaced by the dispatcher's price", async () => {
    await turnTo('2026-12-22');
    t.setNow(instantOf('2026-12-24', '12:00'));
    await change({ packageType: 'heavy-duty' });
    expect((await edit({ updates: { bagCountLimit: 9 } })).body.pendingPackageType).toBe('heavy-duty');
    // The stop that was made ahead also has the new limit.
    expect((await stops()).at(-1)).toMatchObject({ occurrenceDate: '2026-12-28', bagCount: 9 });
    expect((await edit({ updates: { pricePerMonth: '41.50' } })).body).toMatchObject({
      ...{ ...none, packageType: 'clean-carry', pricePerMonth: '41.50', pickupDays: ['friday'] },
    });
    expect(await days()).toEqual(['2026-11-27', '2026-12-25']);
    expect(await notices()).toContainEqual([
      'Plan change undone',
      "Heavy Duty won't start next month. Your plan is Clean & Carry for $41.50 a month.",
    ]);
    expect(await atProvider()).toMatchObject({ packageType: 'clean-carry', priceCents: 4150 });
  });

  it('keeps an agreed bag limit; an agreed price ends with its package', async () => {
    await edit({ updates: { pricePerMonth: '41.50', bagCountLimit: 12 } });
    expect((await preview({ packageType: 'clean-carry', preferredDay: 'sunday' })).body).toMatchObject({
      ...{ price: '41.50', from: null, firstDays: ['2026-11-29'] },
    });
    await change({ packageType: 'basic' });
    expect((await preview({ packageType: 'clean-carry' })).body).toMatchObject({
      price: '41.50',
      dropsPending: 'basic',
    });
    await turnTo('2026-12-25', '12:30');
    expect(await mine()).toMatchObject({ packageType: 'basic', pricePerMonth: '35.00', bagCountLimit: 12 });
  });

  it('is kept over a hold, which no stop of either package breaks', async () => {
    await setPlan({ holdFrom: '2026-12-18', pausedUntil: instantOf('2027-01-05', '09:00') });
    expect((await preview({ packageType: 'heavy-duty' })).body.firstDays).toEqual(['2027-01-07', '2027-01-11']);
    await change({ packageType: 'heavy-duty' });
    await turnTo('2026-12-14');
    await turnTo('2026-12-25', '12:30');
    expect(await mine()).toMatchObject({ packageType: 'heavy-duty', holdFrom: '2026-12-18' });
    await turnTo('2027-01-04');
    expect((await days()).filter((day) => (day ?? '') >= '2026-12-18')).toEqual(['2027-01-07', '2027-01-11']);
  });
});

describe('a package with fewer days', () => {
  it('begins on the day that was chosen, from the first service day of the new month', async () => {
    await subscribeTo('heavy-duty');
    const wish = { packageType: 'basic', preferredDay: 'friday' };
    expect((await preview(wish)).body).toMatchObject({
      ...{ pickupDays: ['friday'], preferredDay: 'friday', firstDays: ['2027-01-01'] },
    });
    await change(wish);
    for (const day of ['2026-12-03', '2026-12-10', '2026-12-17', '2026-12-24', '2026-12-31']) await turnTo(day);
    // Friday, December 25, at 09:00 is before the new month: it belongs to the old package.
    expect((await days()).slice(-3)).toEqual(['2026-12-21', '2026-12-24', '2027-01-01']);
    expect(await mine()).toMatchObject({ packageType: 'basic', preferredDay: 'friday', frequency: 'weekly' });
  });

  it('has the preferred day of the plan where none was chosen', async () => {
    await subscribeTo('heavy-duty', 'saturday');
    expect((await change({ packageType: 'clean-carry' })).body.pendingPreferredDay).toBe('saturday');
  });
});

describe('another day', () => {
  beforeEach(async () => await subscribeTo('clean-carry', 'friday'));

  it('applies from the next open visit; a time applies immediately', async () => {
    expect((await preview({ preferredDay: 'tuesday', preferredTime: 'evening' })).body).toMatchObject({
      ...{ firstDays: ['2026-12-01'], droppedDays: ['2026-11-27'], from: null, price: '60.00', isChange: true },
    });
    const expected = { expectedFirstDays: ['2026-12-01'], expectedFrom: null, expectedPrice: 60 };
    const { body } = await change({ preferredDay: 'tuesday', preferredTime: 'evening', ...expected });
    expect(body).toMatchObject({
      ...{ preferredDay: 'tuesday', preferredTime: 'evening', pickupDays: ['tuesday'], ...none },
      nextPickupDate: instantOf('2026-12-01', '09:00').toISOString(),
    });
    expect(await days()).toEqual(['2026-12-01']);
    expect((await trail())[0]?.details).toEqual({ days: 'Friday to Tuesday', time: 'morning to evening' });
    expect(await notices()).toContainEqual([
      'New pickup days',
      'Your pickups are now on Tuesday, starting Tue, Dec 1.',
    ]);
    await change({ preferredDay: 'friday' });
    expect(await days()).toEqual(['2026-11-27']);
    await change({ preferredTime: 'afternoon' });
    expect(await notices()).toContainEqual([
      'Preferred time changed',
      'Your preferred time is now afternoon. Please still put your bags at the curb by 7 AM.',
    ]);
  });

  it('leaves a visit past its cut-off, and makes the next one a week later where it would be a second one', async () => {
    t.setNow(instantOf('2026-11-26', '18:00'));
    await staySignedIn(t);
    const seen = await preview({ preferredDay: 'tuesday' });
    expect(seen.body).toMatchObject({ firstDays: ['2026-12-08'], droppedDays: [] });
    await change({ preferredDay: 'tuesday' });
    expect(await days()).toEqual(['2026-11-27', '2026-12-08']);
    await turnTo('2026-11-30');
    expect(await days()).toEqual(['2026-11-27', '2026-12-08']);
  });

  it("leaves a visit that was made today, and the driver's stop of today", async () => {
    const driver = await makeDriver(t);
    const [friday] = await stops();
    await t.call('POST', `/api/admin/pickups/${friday?.id}/assign`, {
      token: admin.token,
      body: { driverId: driver.id },
    });
    t.setNow(instantOf('2026-11-27', '10:00'));
    await staySignedIn(t);
    await t.call('PATCH', `/api/admin/complete-pickup/${friday?.id}`, { token: admin.token, body: {} });
    expect(await days()).toEqual(['2026-11-27', '2026-12-04']);
    expect((await change({ preferredDay: 'saturday' })).status).toBe(200);
    expect(await days()).toEqual(['2026-11-27', '2026-12-05']);
  });

  it('replaces a visit that the customer moved, unless its service day has passed', async () => {
    const [friday] = await stops();
    const move = (newDate: string) =>
      t.call('POST', `/api/pickups/${friday?.id}/move`, { token: token(), body: { newDate } });
    expect((await move('2026-12-02')).status).toBe(200);
    expect((await preview({ preferredDay: 'monday' })).body).toMatchObject({
      ...{ droppedDays: ['2026-12-02'], firstDays: ['2026-11-30'] },
    });
    // On Saturday, Friday's visit is still open, because it was moved to Wednesday.
    t.setNow(instantOf('2026-11-28', '10:00'));
    await staySignedIn(t);
    await change({ preferredDay: 'wednesday' });
    expect((await stops()).map(({ occurrenceDate, scheduledDay }) => [occurrenceDate, scheduledDay])).toEqual([
      ['2026-11-27', '2026-12-02'],
      ['2026-12-09', '2026-12-09'],
    ]);
  });

  it('does not restore a skipped visit', async () => {
    await change({ preferredDay: 'thursday' });
    await setStop('2026-11-26', { status: 'cancelled', cancellationReason: 'Skipped' });
    await change({ preferredDay: 'friday' });
    const seen = await preview({ preferredDay: 'thursday' });
    expect(seen.body.firstDays).toEqual(['2026-12-03']);
    await change({ preferredDay: 'thursday' });
    await turnTo('2026-11-27');
    expect(await days()).toEqual(['2026-12-03']);
  });

  it('previews its distance from a held visit whose cut-off has just passed', async () => {
    await subscribeTo('basic', 'sunday');
    await hold({ from: '2026-11-29', until: '2026-12-16' });
    // The hourly job hasn't written the credit of Sunday, December 13, yet.
    t.setNow(instantOf('2026-12-12', '18:00'));
    await staySignedIn(t);
    const wish = { preferredDay: 'friday' };
    const { firstDays } = (await preview(wish)).body;
    expect(firstDays).toEqual(['2026-12-25']);
    expect((await change({ ...wish, expectedFirstDays: firstDays })).status).toBe(200);
  });

  it('keeps no distance from a skipped visit of the hold before', async () => {
    await subscribeTo('basic', 'monday');
    const skipped = await t.call('POST', '/api/plan/skip', { token: token(), body: { day: '2026-12-14' } });
    expect(skipped.status).toBe(200);
    await hold({ from: '2026-12-01', until: '2026-12-18' });
    await turnTo('2026-12-15');
    const wish = { preferredDay: 'friday' };
    expect((await preview(wish)).body.firstDays).toEqual(['2026-12-18']);
    await change({ ...wish, expectedFirstDays: ['2026-12-18'] });
    expect(await days()).toEqual(['2026-11-30', '2026-12-18']);
  });

  it('is possible during a hold, for the time after it', async () => {
    await setPlan({ holdFrom: '2026-11-27', pausedUntil: instantOf('2026-12-14', '09:00') });
    await setStop('2026-11-27', { status: 'cancelled', cancellationReason: 'On hold' });
    expect((await preview({ preferredDay: 'tuesday' })).body.firstDays).toEqual(['2026-12-15']);
    await change({ preferredDay: 'tuesday' });
    expect(await days()).toEqual([]);
    await turnTo('2026-12-12');
    expect(await days()).toEqual(['2026-12-15']);
  });

  it('stays when a client states the preferred day of its order late', async () => {
    const late = await makeCustomer(t);
    const opened = await openPlan(t, late.token, { packageType: 'basic' });
    const { subscriptionId } = opened.body;
    await pay(t, late.token, intentOf(opened));
    expect((await change({ preferredDay: 'tuesday' }, late.token)).body.pickupDays).toEqual(['tuesday']);
    const { body } = await t.call('POST', '/api/confirm-subscription-payment', {
      token: late.token,
      body: { subscriptionId, preferredDay: 'sunday' },
    });
    expect(body.subscription.pickupDays).toEqual(['tuesday']);
  });

  it('keeps 09:00 and one visit a week across both clock changes', async () => {
    for (const [start, chosen] of [
      ['2026-10-29', 'sunday'],
      ['2027-03-11', 'sunday'],
    ] as const) {
      t.setNow(instantOf(start, '12:00'));
      await staySignedIn(t);
      customer = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'saturday' });
      await t.runJobs();
      await change({ preferredDay: chosen });
      for (const ahead of [1, 5, 9]) await turnTo(addDays(start, ahead));
      const made = await stops();
      expect(made.map(({ occurrenceDate }) => weekdayOf(occurrenceDate ?? ''))).toEqual(['sunday', 'sunday']);
      for (const { scheduledDate, occurrenceDate } of made) {
        expect(scheduledDate).toEqual(instantOf(occurrenceDate ?? '', '09:00'));
      }
      expect(dateKeyOf(made[0]?.scheduledDate ?? now)).toBe(addDays(start, 3));
    }
  });
});
