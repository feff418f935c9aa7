import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeDriver, type Person, staySignedIn } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { makeSubscriber, openPlan, stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';
import { trailOf } from '../../../tests/support/trail.ts';
import type { ProviderSubscription } from '../../external/payments/payment-provider.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';

let t: TestApp;
let admin: Person;
let customer: Person & { subscriptionId: string };
// A Wednesday.
const now = instantOf('2026-11-25', '12:00');
beforeAll(async () => {
  t = await startTestApp();
  t.setNow(now);
  admin = await makeAdmin(t);
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  customer = await makeSubscriber(t, { packageType: 'clean-carry', preferredDay: 'friday' });
});

const edit = (body: unknown, id = customer.subscriptionId, token = admin.token) =>
  t.call('PATCH', `/api/admin/subscriptions/${id}`, { token, body });
const cancel = (id = customer.subscriptionId) =>
  t.call('DELETE', `/api/admin/subscriptions/${id}`, { token: admin.token });
const open = async () => (await stopsOf(t, customer.subscriptionId)).filter((stop) => stop.status !== 'cancelled');
const atProvider = async () => {
  const { body } = await t.call('GET', '/api/subscription', { token: customer.token });
  return await t.services.payments.getSubscription(body.stripeSubscriptionId);
};

/** The end of a new plan's paid month. */
const monthEnd = instantOf('2026-12-25', '12:00');
const spoilCard = async () =>
  await t.db
    .updateTable('simulated_subscriptions')
    .set({ paymentMethodId: 'pm_card_chargeDeclinedExpiredCard' })
    .where('id', '=', (await atProvider())?.id ?? '')
    .execute();
const charges = async () =>
  (await t.call('GET', '/api/billing-history', { token: customer.token })).body.map(
    ({ amount }: { amount: string }) => amount,
  );

describe('PATCH /api/admin/subscriptions/{id}', () => {
  it('is for admins; returns 404 for an unknown subscription', async () => {
    expect((await edit({}, customer.subscriptionId, 'nobody')).status).toBe(401);
    expect((await edit({}, customer.subscriptionId, customer.token)).status).toBe(403);
    expect(await edit({ status: 'paused' }, randomUUID())).toMatchObject({
      status: 404,
      body: { message: 'Subscription not found' },
    });
    expect((await t.call('DELETE', `/api/admin/subscriptions/${randomUUID()}`, { token: admin.token })).status).toBe(
      404,
    );
  });

  it('rejects values out of range', async () => {
    for (const bagCountLimit of [0, 21, 2.5, 'six']) {
      expect((await edit({ updates: { bagCountLimit } })).body.message).toBe(
        'Bag count limit must be a number from 1 to 20',
      );
    }
    for (const pricePerMonth of ['free', '-5', 0, '1.234', '0.99', '99999999.99']) {
      expect(await edit({ updates: { pricePerMonth } })).toMatchObject({
        status: 400,
        body: { message: 'Please enter a price from 1.00 to 1000.00' },
      });
    }
    expect((await edit({ status: 'gone' })).body.message).toBe('Status must be active, paused or cancelled');
  });

  it('accepts the updates with and without an envelope, and applies the bag limit to open stops', async () => {
    expect((await edit({ updates: { bagCountLimit: 9 } })).body).toMatchObject({
      bagCountLimit: 9,
      customerUsername: customer.username,
    });
    expect((await open()).map((stop) => stop.bagCount)).toEqual([9]);
    expect((await edit({ bagCountLimit: 12 })).body.bagCountLimit).toBe(12);
  });

  it('sets package and extras from the price, also at the provider', async () => {
    const { body } = await edit({ updates: { pricePerMonth: '150.00' } });
    expect(body).toMatchObject({
      packageType: 'premium',
      pricePerMonth: '150.00',
      pickupDays: ['monday', 'thursday'],
      includesLawnMowing: true,
    });
    expect((await edit({ updates: { pricePerMonth: 40 } })).body).toMatchObject({
      packageType: 'clean-carry',
      pricePerMonth: '40.00',
      pickupDays: ['friday'],
      includesLawnMowing: false,
    });
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ packageType: 'clean-carry', priceCents: 4000 });
  });

  it('refuses another price from the start of a month until the month is charged', async () => {
    t.setNow(monthEnd);
    await staySignedIn(t);
    expect(await edit({ updates: { pricePerMonth: '58.00' } })).toMatchObject({
      status: 409,
      body: { code: 'renewing', message: 'Your plan is renewing right now. Please try again in an hour.' },
    });
    expect((await edit({ updates: { pricePerMonth: '60.00' } })).status).toBe(200);
    await renewSubscriptions(t.services);
    expect((await edit({ updates: { pricePerMonth: '58.00' } })).body).toMatchObject({
      packageType: 'clean-carry',
      pricePerMonth: '58.00',
    });
    expect(await charges()).toEqual(['60.00', '60.00']);
  });

  describe('with a price that changes the days', () => {
    const daysOf = async (id = customer.subscriptionId) =>
      (await stopsOf(t, id)).filter((stop) => stop.status !== 'cancelled').map((stop) => stop.occurrenceDate);
    /** Advances the clock. Everybody stays signed in. */
    const goTo = async (day: string, time: string) => {
      t.setNow(instantOf(day, time));
      await staySignedIn(t);
    };
    const served = async (id: string, ...days: string[]) => {
      await t.db
        .updateTable('pickups')
        .set({ status: 'completed' })
        .where('subscriptionId', '=', id)
        .where('occurrenceDate', 'in', days)
        .execute();
    };

    it('replaces the stops of the old days, and brings them back with the old price', async () => {
      const driver = await makeDriver(t);
      const [friday] = await open();
      await t.call('POST', `/api/admin/pickups/${friday?.id}/assign`, {
        token: admin.token,
        body: { driverId: driver.id },
      });
      expect((await edit({ updates: { pricePerMonth: '75.00' } })).body.nextPickupDate).toBe(
        instantOf('2026-11-26', '09:00').toISOString(),
      );
      expect(await daysOf()).toEqual(['2026-11-26', '2026-11-30']);
      await t.runJobs();
      const noticesOf = async (token: string) =>
        (await t.call('GET', '/api/notifications', { token })).body.notifications;
      expect(await noticesOf(driver.token)).toContainEqual(
        expect.objectContaining({
          title: 'Stop cancelled',
          message: expect.stringContaining('the plan has other service days'),
        }),
      );
      expect(await noticesOf(customer.token)).toContainEqual(
        expect.objectContaining({
          title: 'New pickup days',
          message: 'Your pickups are now on Monday and Thursday, starting Thu, Nov 26.',
        }),
      );
      await edit({ updates: { pricePerMonth: '60.00' } });
      expect(await daysOf()).toEqual(['2026-11-27']);
      const trail = await trailOf(t, admin, 'subscription', customer.subscriptionId);
      expect(trail[0]?.details).toMatchObject({ days: 'Monday and Thursday to Friday' });
    });

    it("leaves today's stop and earlier ones to the driver", async () => {
      await goTo('2026-11-27', '08:00');
      await edit({ updates: { pricePerMonth: '150.00' } });
      // With Friday and Thursday, Monday, November 30, would be the third visit within seven days.
      expect(await daysOf()).toEqual(['2026-11-27', '2026-12-03', '2026-12-07']);
    });

    it('makes a stop again that a pause cancelled more than a week ahead', async () => {
      await goTo('2026-11-27', '08:00');
      await edit({ updates: { pricePerMonth: '150.00' } });
      await edit({ updates: { status: 'paused' } });
      await edit({ updates: { status: 'active' } });
      expect(await daysOf()).toEqual(['2026-11-30', '2026-12-03']);
      await goTo('2026-11-30', '08:00');
      await sweepSubscriptions(t.services);
      await sweepSubscriptions(t.services);
      expect(await daysOf()).toEqual(['2026-11-30', '2026-12-03', '2026-12-07']);
    });

    it('makes no third visit within seven days, and neither does the sweep', async () => {
      const { subscriptionId: id } = await makeSubscriber(t, { packageType: 'heavy-duty', preferredDay: 'friday' });
      await served(id, '2026-11-26', '2026-11-30');
      await goTo('2026-11-30', '15:00');
      await sweepSubscriptions(t.services);
      await served(id, '2026-12-03');
      await goTo('2026-12-03', '15:00');
      expect((await edit({ updates: { pricePerMonth: '35.00' } }, id)).body).toMatchObject({
        pickupDays: ['friday'],
        nextPickupDate: instantOf('2026-12-11', '09:00').toISOString(),
      });
      await sweepSubscriptions(t.services);
      expect(await daysOf(id)).toEqual(['2026-11-26', '2026-11-30', '2026-12-03', '2026-12-11']);
    });

    it('moves the stop that would be the second of a weekly plan beside one past its cut-off', async () => {
      const { subscriptionId: id } = await makeSubscriber(t, { packageType: 'heavy-duty', preferredDay: 'monday' });
      expect(await daysOf(id)).toEqual(['2026-11-26', '2026-11-30']);
      await goTo('2026-11-25', '18:30');
      await edit({ updates: { pricePerMonth: '33.00' } }, id);
      expect(await daysOf(id)).toEqual(['2026-11-26', '2026-12-07']);
      await sweepSubscriptions(t.services);
      expect(await daysOf(id)).toEqual(['2026-11-26', '2026-12-07']);
    });

    it('moves no stops of a paused plan, which has none', async () => {
      await edit({ updates: { status: 'paused', pricePerMonth: '75.00' } });
      expect(await daysOf()).toEqual([]);
      await edit({ updates: { status: 'active' } });
      expect(await daysOf()).toEqual(['2026-11-26', '2026-11-30']);
    });
  });

  it('pauses without stops, next date or charges, and resumes', async () => {
    expect((await edit({ updates: { status: 'paused' } })).body).toMatchObject({
      status: 'paused',
      nextPickupDate: null,
    });
    expect(await open()).toEqual([]);
    t.setNow(instantOf('2026-11-26', '02:00'));
    await sweepSubscriptions(t.services);
    expect(await open()).toEqual([]);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('paused');

    const { body } = await edit({ updates: { status: 'active' } });
    expect(body).toMatchObject({ status: 'active', nextPickupDate: instantOf('2026-11-27', '09:00').toISOString() });
    expect((await open()).map((stop) => stop.occurrenceDate)).toEqual(['2026-11-27']);
    await t.runJobs();
    expect((await atProvider())?.status).toBe('active');
  });

  it('notifies the customer, and the driver whose stop was cancelled', async () => {
    const driver = await makeDriver(t);
    const [stop] = await open();
    const assignment = { token: admin.token, body: { driverId: driver.id } };
    await t.call('POST', `/api/admin/pickups/${stop?.id}/assign`, assignment);
    await edit({ updates: { status: 'paused' } });
    await t.runJobs();
    const titles = async (token: string) =>
      (await t.call('GET', '/api/notifications', { token })).body.notifications.map(
        (one: { title: string }) => one.title,
      );
    expect(await titles(customer.token)).toContain('Subscription paused');
    expect(await titles(driver.token)).toContain('Stop cancelled');
  });
});

describe('changes that conflict', () => {
  it('do not revive a cancelled plan, even as paused, while the customer has another', async () => {
    await cancel();
    await subscribe(t, customer.token, { packageType: 'basic' });
    for (const status of ['paused', 'active']) {
      expect(await edit({ updates: { status } })).toMatchObject({
        status: 409,
        body: { message: 'Already Subscribed' },
      });
    }
  });

  it('revive a cancelled plan as paused with a card that is charged later', async () => {
    await cancel();
    await t.runJobs();
    expect((await edit({ updates: { status: 'paused' } })).body).toMatchObject({
      status: 'paused',
      nextPickupDate: null,
    });
    await t.runJobs();
    expect((await atProvider())?.status).toBe('paused');
  });

  it('keep the paid month of a subscription that another one replaces at the provider', async () => {
    await edit({ updates: { status: 'paused' } });
    // A person ends the plan at the provider before the job that records its first month runs.
    await t.services.payments.cancelSubscription((await atProvider())?.id ?? '');
    const later = new Date(now.getTime() + 60_000);
    t.setNow(later);
    expect((await edit({ updates: { status: 'active' } })).body).toMatchObject({ status: 'active' });
    await t.runJobs();
    const months = t.db.selectFrom('plan_months').select('startsAt').orderBy('startsAt');
    expect(await months.where('subscriptionId', '=', customer.subscriptionId).execute()).toEqual([
      { startsAt: now },
      { startsAt: later },
    ]);
  });

  it('leave a stop cancelled that the dispatcher cancelled before a pause', async () => {
    const [stop] = await open();
    await t.call('DELETE', `/api/admin/pickups/${stop?.id}`, { token: admin.token });
    await edit({ updates: { status: 'paused' } });
    await edit({ updates: { status: 'active' } });
    expect(await open()).toEqual([]);
  });

  it('refuse to move a stop of an inactive plan, or to a day with another stop', async () => {
    const { subscriptionId } = await makeSubscriber(t, { packageType: 'heavy-duty' });
    const [first] = await stopsOf(t, subscriptionId);
    const move = (newDate: string) =>
      t.call('POST', `/api/admin/pickups/${first?.id}/reschedule`, { token: admin.token, body: { newDate } });
    expect(await move('2026-11-30')).toMatchObject({
      status: 409,
      body: { message: 'This subscription already has a pickup on Mon, Nov 30.' },
    });
    const driver = await makeDriver(t);
    const body = { driverId: driver.id };
    await t.call('POST', `/api/admin/pickups/${first?.id}/assign`, { token: admin.token, body });
    await t.call('PATCH', `/api/admin/pickup-incomplete/${first?.id}`, { token: admin.token, body: {} });
    await edit({ status: 'paused' }, subscriptionId);
    expect(await move('2026-12-01')).toMatchObject({ status: 409, body: { message: 'This subscription is paused.' } });
  });
});

describe('DELETE /api/admin/subscriptions/{id}', () => {
  it('ends service and billing immediately; again changes nothing', async () => {
    const first = await cancel();
    expect(first).toMatchObject({
      status: 200,
      body: { status: 'cancelled', cancellationDate: now.toISOString(), nextPickupDate: null, autoRenewal: false },
    });
    expect(await open()).toEqual([]);
    await t.runJobs();
    // The plan may be reactivated without a charge until its paid month is over, and no other month begins.
    expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
    t.setNow(new Date(now.getTime() + 60_000));
    expect((await cancel()).body.cancellationDate).toBe(now.toISOString());
  });

  it('lets the customer subscribe again; then the old plan cannot be revived', async () => {
    await cancel();
    const other = await subscribe(t, customer.token, { packageType: 'basic' });
    expect(other).toMatchObject({ status: 'active', packageType: 'basic' });
    expect(await edit({ updates: { status: 'active' } })).toMatchObject({
      status: 409,
      body: { message: 'Already Subscribed' },
    });
  });

  it("can be undone within the paid month: nothing is charged, and the card isn't checked", async () => {
    await cancel();
    await t.runJobs();
    await spoilCard();
    const { id } = (await atProvider()) as ProviderSubscription;
    t.setNow(new Date(monthEnd.getTime() - 1));
    await staySignedIn(t);
    expect((await edit({ updates: { status: 'active' } })).body).toMatchObject({
      ...{ status: 'active', cancellationDate: null, autoRenewal: true },
      currentPeriodEnd: monthEnd.toISOString(),
    });
    expect(await open()).toHaveLength(1);
    await t.runJobs();
    expect(await atProvider()).toMatchObject({ id, status: 'active', endsAtPeriodEnd: false });
    expect(await charges()).toEqual(['60.00']);
  });

  it('can be undone after the paid month: the saved card is charged for another one', async () => {
    await cancel();
    await t.runJobs();
    const { id } = (await atProvider()) as ProviderSubscription;
    t.setNow(monthEnd);
    await staySignedIn(t);
    expect((await edit({ updates: { status: 'active' } })).body).toMatchObject({
      ...{ status: 'active', cancellationDate: null },
    });
    await t.runJobs();
    const successor = (await atProvider()) as ProviderSubscription;
    expect(successor).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
    expect(successor.id).not.toBe(id);
    expect((await t.services.payments.listInvoices(id)).map(({ status }) => status)).toEqual(['paid']);
    expect(await charges()).toEqual(['60.00', '60.00']);
    const { body } = await t.call('GET', '/api/subscription', { token: customer.token });
    expect(body.currentPeriodEnd).toBe(instantOf('2027-01-25', '12:00').toISOString());
  });

  it('stays when the saved card is declined: 402, and nothing changes', async () => {
    await cancel();
    await t.runJobs();
    await spoilCard();
    t.setNow(monthEnd);
    await staySignedIn(t);
    expect(await edit({ updates: { status: 'active' } })).toMatchObject({
      status: 402,
      body: { message: 'Your card has expired.' },
    });
    await t.runJobs();
    expect((await atProvider())?.status).toBe('canceled');
    expect((await openPlan(t, customer.token)).status).toBe(200);
  });
});

it('charges nothing again for a plan that is cancelled and reactivated before its first month is in the books', async () => {
  await cancel();
  expect((await edit({ status: 'active' })).status).toBe(200);
  await t.runJobs();
  expect(await charges()).toEqual(['60.00']);
  expect(await atProvider()).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
});
