import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { overtaken } from '../../../tests/support/database/overtaken.ts';
import {
  bookPaidPickup,
  cancelFor,
  moveTo,
  optionsOf,
  setClock,
} from '../../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { assign, rowOf } from '../../../tests/support/pickups/stops.ts';
import { makeSubscriber, stopsOf } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import { sweepSubscriptions } from '../../subscriptions/occurrences/sweep-subscriptions.ts';

// A Sunday and the Monday after it.
const [today, tomorrow] = ['2026-11-22', '2026-11-23'] as const;

let t: TestApp;
let admin: Person;
let customer: Person;
beforeAll(async () => {
  t = await startTestApp();
  setClock(t, today, '12:00');
  [admin, customer] = [await makeAdmin(t), await makeCustomer(t)];
});
afterAll(async () => await t.close());
beforeEach(() => setClock(t, today, '12:00'));

const options = async (id: string, { token }: Pick<Person, 'token'> = customer) =>
  (await optionsOf(t, { token }, id)).body;
const move = (id: string, newDate: string) => moveTo(t, customer, id, newDate);
const bell = async ({ token }: Person): Promise<string[]> => {
  await t.runJobs();
  const { body } = await t.call('GET', '/api/notifications', { token });
  return body.notifications.map((one: { title: string; message: string }) => `${one.title}: ${one.message}`);
};

describe('a move', () => {
  it('keeps price and payment, derives the type again, and sends one message', async () => {
    const [driver, mover] = [await makeDriver(t), await makeCustomer(t)];
    const { id } = await bookPaidPickup(t, mover);
    expect(await rowOf(t, id)).toMatchObject({ serviceType: 'next-day' });
    await assign(t, admin, id, driver);
    const [before, beforeOfDriver] = [await bell(mover), await bell(driver)];
    setClock(t, today, '18:00', -1);
    const moved = await moveTo(t, mover, id, '2026-11-30');
    expect(moved).toMatchObject({
      status: 200,
      body: {
        status: 'assigned',
        serviceType: 'one-time',
        amount: '45.00',
        paymentStatus: 'paid',
        driverId: driver.id,
      },
    });
    expect(moved.body.scheduledDate).toBe('2026-11-30T14:00:00.000Z');
    expect((await bell(mover)).filter((one) => !before.includes(one))).toEqual([
      'Pickup rescheduled: Your pickup is now on Mon, Nov 30.',
    ]);
    expect((await bell(driver)).filter((one) => !beforeOfDriver.includes(one))).toEqual([
      'Pickup rescheduled: 1127 S 9th St, Philadelphia, PA 19147 is now on Mon, Nov 30.',
    ]);
    const trail = () => trailOf(t, admin, 'pickup', id);
    expect((await trail())[0]).toMatchObject({
      ...{ action: 'rescheduled', actorUsername: mover.username },
      details: { from: 'Mon, Nov 23', to: 'Mon, Nov 30' },
    });
    const lines = (await trail()).length;
    // A second tab presses the same button.
    expect((await moveTo(t, mover, id, '2026-11-30')).status).toBe(200);
    expect(await trail()).toHaveLength(lines);
    // The new day has its own cut-off.
    setClock(t, today, '20:00');
    expect(await options(id, mover)).toMatchObject({ phase: 'open', refund: '45.00' });
  });

  it('leads only to days whose own cut-off is open', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    expect((await options(id)).days.slice(0, 2)).toEqual([tomorrow, '2026-11-24']);
    setClock(t, today, '18:00');
    expect((await options(id)).days.slice(0, 2)).toEqual(['2026-11-24', '2026-11-25']);
    expect((await options(id)).days).not.toContain('2026-11-30');
    for (const [day, name] of [
      [today, 'Sun, Nov 22'],
      [tomorrow, 'Mon, Nov 23'],
    ] as const) {
      const message = `It's too late to choose ${name}. Please choose a later day.`;
      expect(await move(id, day)).toMatchObject({ status: 409, body: { code: 'day_closed', message } });
    }
    expect(await move(id, '2026-11-24')).toMatchObject({ status: 200, body: { serviceType: 'one-time' } });
    setClock(t, today, '17:59');
    expect(await move(id, tomorrow)).toMatchObject({ status: 200, body: { serviceType: 'next-day' } });
  });

  it('refuses invalid dates, and days that cannot be booked', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    for (const [day, message] of [
      ['soon', 'Please choose a date such as 2026-11-23'],
      ['2026-02-30', 'Please choose a date such as 2026-11-23'],
      ['2026-11-21', 'Please select a future date.'],
      ['2027-11-23', 'Please select a date within a year.'],
    ] as const) {
      expect(await move(id, day), day).toMatchObject({ status: 400, body: { message, errors: { newDate: message } } });
    }
  });

  it('is refused from the cut-off on, and for a cancelled pickup', async () => {
    const { id } = await bookPaidPickup(t, customer);
    setClock(t, today, '18:00');
    expect(await move(id, '2026-11-30')).toMatchObject({
      status: 409,
      body: {
        code: 'cannot_change',
        message: 'The deadline to change this pickup was 6:00 PM on Sun, Nov 22. You can still cancel it.',
      },
    });
    await cancelFor(t, customer, id, '22.50');
    expect(await move(id, '2026-11-30')).toMatchObject({
      status: 409,
      body: { code: 'cannot_change', message: 'This pickup is cancelled.' },
    });
  });

  it('returns 409 when a dispatcher cancelled the pickup first', async () => {
    const { id } = await bookUnpaid(t, customer.token, { scheduledDate: '2026-11-30T09:00' });
    const response = await overtaken(
      t.db,
      () => move(id, '2026-12-01'),
      (trx) => trx.updateTable('pickups').set({ status: 'cancelled' }).where('id', '=', id).execute(),
    );
    expect(response).toMatchObject({ status: 409, body: { message: 'This pickup is cancelled.' } });
  });
});

describe("a plan's stop", () => {
  it('moves to a day before its next visit, and stays what it is', async () => {
    // A plan on Wednesdays: the stop is on November 25, and the next visit is on December 2.
    const { token, subscriptionId } = await makeSubscriber(t, { packageType: 'basic', preferredDay: 'wednesday' });
    const [stop] = await stopsOf(t, subscriptionId);
    const id = stop?.id ?? '';
    expect(stop).toMatchObject({ occurrenceDate: '2026-11-25', changeCutoff: '18:00', lateRefundPercent: 50 });
    const view = await options(id, { token });
    expect(view).toMatchObject({ isPlanStop: true, paid: null, refund: '0.00', refundPercent: 0, canMove: true });
    expect(view.days).toEqual([
      ...[tomorrow, '2026-11-24', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30', '2026-12-01'],
    ]);
    const message = "This visit can only move to a day between your plan's visits before and after it.";
    const refused = { status: 409, body: { code: 'day_closed', message } };
    expect(await moveTo(t, { token }, id, '2026-12-02')).toMatchObject(refused);
    expect(await moveTo(t, { token }, id, '2026-11-27')).toMatchObject({
      status: 200,
      body: { serviceType: 'subscription', scheduledDate: '2026-11-27T14:00:00.000Z' },
    });
    const { body: plan } = await t.call('GET', '/api/subscription', { token });
    expect(plan.nextPickupDate).toBe('2026-11-27T14:00:00.000Z');
    expect((await stopsOf(t, subscriptionId))[0]).toMatchObject({ occurrenceDate: '2026-11-25' });
  });

  it('moves between its neighboring visits, but not to their days', async () => {
    // A plan on Mondays and Thursdays. November 23 and 26 have stops.
    const { token, subscriptionId } = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [monday, thursday] = await stopsOf(t, subscriptionId);
    expect((await options(monday?.id ?? '', { token })).days).toEqual(['2026-11-24', '2026-11-25']);
    expect((await options(thursday?.id ?? '', { token })).days).toEqual([
      ...['2026-11-24', '2026-11-25', '2026-11-27', '2026-11-28', '2026-11-29'],
    ]);
    expect(await moveTo(t, { token }, thursday?.id ?? '', tomorrow)).toMatchObject({
      status: 409,
      body: { message: 'This subscription already has a pickup on Mon, Nov 23.' },
    });
  });

  it('is skipped until its cut-off, for good and without a credit', async () => {
    const { id: customerId, token, subscriptionId } = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [monday, thursday] = await stopsOf(t, subscriptionId);
    const [mondayId, thursdayId] = [monday?.id ?? '', thursday?.id ?? ''];
    setClock(t, today, '18:00', -1);
    expect(await cancelFor(t, { token }, mondayId, '0.00')).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancellationReason: 'Skipped by the customer', refund: '0.00' },
    });
    await t.runJobs();
    const { body: bells } = await t.call('GET', '/api/notifications', { token });
    const messages = bells.notifications.map((one: { message: string }) => one.message);
    expect(messages).toContain('Your visit on Mon, Nov 23 is skipped.');
    await sweepSubscriptions(t.services);
    const live = (await stopsOf(t, subscriptionId)).filter(({ status }) => status !== 'cancelled');
    expect(live.map(({ occurrenceDate }) => occurrenceDate)).toEqual(['2026-11-26']);
    const refunded = await t.db
      .selectFrom('payment_history')
      .select('id')
      .where('customerId', '=', customerId)
      .where('status', '=', 'refunded')
      .execute();
    expect(refunded).toEqual([]);
    const { body: plan } = await t.call('GET', '/api/subscription', { token });
    expect(plan).toMatchObject({ status: 'active', nextPickupDate: '2026-11-26T14:00:00.000Z' });
    // A skipped day has no visit, so the next visit may move past it.
    expect((await options(thursdayId, { token })).days).toContain('2026-11-24');
    const next = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [late] = await stopsOf(t, next.subscriptionId);
    setClock(t, today, '18:00');
    const message = 'The deadline to change this pickup was 6:00 PM on Sun, Nov 22.';
    expect(await cancelFor(t, next, late?.id ?? '', '0.00')).toMatchObject({ status: 409, body: { message } });
    expect((await moveTo(t, next, late?.id ?? '', '2026-11-24')).status).toBe(409);
  });
});
