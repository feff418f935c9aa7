import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '../../../contract/values/time/dates.ts';
import { makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { pay } from '../../../tests/support/pickups/bookings.ts';
import { intentOf, openPlan, stopsOf, subscribe } from '../../../tests/support/subscriptions/subscriptions.ts';
import { reconcilePayments } from '../../payments/reconcile/reconcile-payments.ts';

let t: TestApp;
let customer: Person;
// A Wednesday.
const now = instantOf('2026-11-25', '14:00');
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => await t.close());
beforeEach(async () => {
  t.setNow(now);
  customer = await makeCustomer(t);
});

const confirm = (subscriptionId: string, more: Record<string, unknown> = {}, token = customer.token) =>
  t.call('POST', '/api/confirm-subscription-payment', { token, body: { subscriptionId, ...more } });
const mine = async () => (await t.call('GET', '/api/subscription', { token: customer.token })).body;
const history = async () =>
  await t.db.selectFrom('payment_history').selectAll().where('customerId', '=', customer.id).execute();

describe('POST /api/create-subscription', () => {
  it('is for signed-in customers only', async () => {
    expect((await t.call('POST', '/api/create-subscription', { body: { packageType: 'basic' } })).status).toBe(401);
    const driver = await makeDriver(t);
    expect((await openPlan(t, driver.token)).status).toBe(403);
  });

  it('rejects an unknown package and an invalid day', async () => {
    expect(await openPlan(t, customer.token, { packageType: 'gold' })).toMatchObject({
      status: 400,
      body: { message: 'Please choose a plan' },
    });
    expect((await openPlan(t, customer.token, { preferredDay: 'someday' })).body.message).toBe(
      'Please choose a day of the week',
    );
  });

  it('opens a payment and creates nothing before it is paid', async () => {
    const answer = await openPlan(t, customer.token);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
        subscriptionId: expect.stringMatching(/^sub_\w+$/),
        packageType: 'clean-carry',
        preferredDay: 'monday',
        preferredTime: 'morning',
      },
    });
    expect(await mine()).toBeNull();
    expect(await confirm(answer.body.subscriptionId)).toMatchObject({
      status: 402,
      body: { message: 'Payment was not completed successfully' },
    });
  });

  it('reuses the open payment, even for 20 parallel requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => openPlan(t, customer.token)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.subscriptionId)).size).toBe(1);
  });

  it('replaces an open payment when another plan is chosen; the old one can no longer be paid', async () => {
    const first = await openPlan(t, customer.token, { packageType: 'basic' });
    const second = await openPlan(t, customer.token, { packageType: 'premium' });
    expect(second.body.clientSecret).not.toBe(first.body.clientSecret);
    expect((await pay(t, customer.token, intentOf(first))).status).toBe(409);
    await pay(t, customer.token, intentOf(second));
    expect(await mine()).toMatchObject({ packageType: 'premium', pricePerMonth: '150.00' });
  });

  it('rejects a second plan while one is active or paused', async () => {
    const { id } = await subscribe(t, customer.token);
    const refused = { status: 409, body: { message: 'Already Subscribed', code: 'already_subscribed' } };
    expect(await openPlan(t, customer.token, { packageType: 'premium' })).toMatchObject(refused);
    await t.db.updateTable('subscriptions').set({ status: 'paused' }).where('id', '=', id).execute();
    expect(await openPlan(t, customer.token)).toMatchObject(refused);
    await t.db.updateTable('subscriptions').set({ status: 'cancelled' }).where('id', '=', id).execute();
    expect((await openPlan(t, customer.token)).status).toBe(200);
  });
});

describe('a paid plan', () => {
  it('is created with its extras and first stops', async () => {
    const heavy = { packageType: 'heavy-duty', preferredDay: 'saturday', specialInstructions: 'Blue gate' };
    const subscription = await subscribe(t, customer.token, heavy);
    expect(subscription).toMatchObject({
      status: 'active',
      packageType: 'heavy-duty',
      pricePerMonth: '75.00',
      frequency: 'twice-weekly',
      pickupDays: ['monday', 'thursday'],
      bagCountLimit: 6,
      includesFurniturePickup: true,
      includesBinWashing: true,
      includesLawnMowing: false,
      nextLawnMowingDate: null,
      nextPickupDate: instantOf('2026-11-26', '09:00').toISOString(),
      autoRenewal: true,
    });
    const stops = await stopsOf(t, subscription.id);
    expect(stops.map((stop) => stop.occurrenceDate)).toEqual(['2026-11-26', '2026-11-30']);
    for (const stop of stops) {
      expect(stop).toMatchObject({
        status: 'pending',
        serviceType: 'subscription',
        amount: '0.00',
        paymentStatus: 'paid',
        bagCount: 6,
        address: '1127 S 9th St, Philadelphia, PA 19147',
        specialInstructions: 'Blue gate\nPower-wash bins\nUp to 1 furniture item this week',
      });
      expect(stop.scheduledDate).toEqual(instantOf(stop.occurrenceDate ?? '', '09:00'));
    }
    expect(await history()).toMatchObject([{ amount: '75.00', status: 'succeeded', subscriptionId: subscription.id }]);
  });

  it('uses the address of the request, and the preferred day of a weekly plan', async () => {
    const wish = {
      preferredDay: 'saturday',
      preferredTime: 'afternoon',
      address: '742 S 10th St, Philadelphia, PA 19147',
    };
    const subscription = await subscribe(t, customer.token, { packageType: 'basic', ...wish });
    expect(subscription).toMatchObject({ ...wish, pickupDays: ['saturday'], frequency: 'weekly' });
    const [stop, ...more] = await stopsOf(t, subscription.id);
    expect(stop).toMatchObject({ occurrenceDate: '2026-11-28', address: wish.address, specialInstructions: null });
    expect(more).toEqual([]);
  });

  it('serves a client of the first version: the preferred day comes with the confirmation, once', async () => {
    const opened = await openPlan(t, customer.token, { packageType: 'clean-carry' });
    await pay(t, customer.token, intentOf(opened));
    const said = { packageType: 'clean-carry', preferredDay: 'friday', preferredTime: 'afternoon' };
    const answer = await confirm(opened.body.subscriptionId, said);
    expect(answer).toMatchObject({ status: 200, body: { success: true, message: expect.any(String) } });
    const subscription = await mine();
    expect(subscription).toMatchObject({
      preferredDay: 'friday',
      preferredTime: 'afternoon',
      pickupDays: ['friday'],
      nextPickupDate: instantOf('2026-11-27', '09:00').toISOString(),
    });
    // Confirming again with another day and an unpaid package changes nothing.
    await confirm(opened.body.subscriptionId, { ...said, packageType: 'premium', preferredDay: 'sunday' });
    expect(await mine()).toMatchObject({ packageType: 'clean-carry', preferredDay: 'friday' });
    const open = (await stopsOf(t, subscription.id)).filter((stop) => stop.status !== 'cancelled');
    expect(open.map((stop) => stop.occurrenceDate)).toEqual(['2026-11-27']);
  });

  it('keeps its first day once a stop is assigned, and notifies of the new day when it moves', async () => {
    const opened = await openPlan(t, customer.token);
    await pay(t, customer.token, intentOf(opened));
    const [stop] = await stopsOf(t, (await mine()).id);
    const driver = await makeDriver(t);
    const given = { driverId: driver.id, status: 'assigned' } as const;
    await t.db
      .updateTable('pickups')
      .set(given)
      .where('id', '=', stop?.id ?? '')
      .execute();
    await confirm(opened.body.subscriptionId, { preferredDay: 'friday' });
    expect(await mine()).toMatchObject({ pickupDays: ['monday'] });
    await t.db
      .updateTable('pickups')
      .set({ driverId: null, status: 'pending' })
      .where('id', '=', stop?.id ?? '')
      .execute();
    await confirm(opened.body.subscriptionId, { preferredDay: 'friday', preferredTime: null });
    expect(await mine()).toMatchObject({ pickupDays: ['friday'] });
    await t.runJobs();
    const { body } = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(body.notifications.map((one: { message: string }) => one.message)).toContain(
      'Your first pickup is on Fri, Nov 27, as you requested.',
    );
  });

  it('is not confirmed as active once it was cancelled', async () => {
    const opened = await openPlan(t, customer.token);
    await pay(t, customer.token, intentOf(opened));
    await t.db
      .updateTable('subscriptions')
      .set({ status: 'cancelled' })
      .where('customerId', '=', customer.id)
      .execute();
    expect(await confirm(opened.body.subscriptionId)).toMatchObject({ status: 409 });
  });

  it('either starts or is never charged when another plan is chosen during the payment', async () => {
    for (let round = 0; round < 12; round += 1) {
      customer = await makeCustomer(t);
      const opened = await openPlan(t, customer.token, { packageType: 'basic' });
      await Promise.all([
        pay(t, customer.token, intentOf(opened)),
        openPlan(t, customer.token, { packageType: 'premium' }),
      ]);
      await t.runJobs();
      const ours = await mine();
      const lines = await history();
      if (ours) {
        expect((await t.services.payments.getSubscription(ours.stripeSubscriptionId))?.status).toBe('active');
        expect(lines.map((line) => line.status)).toEqual(['succeeded']);
      } else expect(lines).toEqual([]);
    }
  });

  it('starts once, whatever learns of the payment and however often', async () => {
    const opened = await openPlan(t, customer.token);
    const calls = Array.from({ length: 6 }, () => [
      pay(t, customer.token, intentOf(opened)),
      confirm(opened.body.subscriptionId),
    ]).flat();
    await Promise.all(calls);
    expect((await confirm(opened.body.subscriptionId)).status).toBe(200);
    const rows = await t.db.selectFrom('subscriptions').selectAll().where('customerId', '=', customer.id).execute();
    expect(rows).toHaveLength(1);
    expect(await stopsOf(t, rows[0]?.id ?? '')).toHaveLength(1);
    expect((await history()).filter((line) => line.status === 'succeeded')).toHaveLength(1);
  });

  it('returns 404 to other customers', async () => {
    const opened = await openPlan(t, customer.token);
    const other = await makeCustomer(t);
    expect(await confirm(opened.body.subscriptionId, {}, other.token)).toMatchObject({ status: 404 });
    expect(await confirm('sub_unknown')).toMatchObject({ status: 404, body: { message: 'Subscription not found' } });
    expect(await confirm('')).toMatchObject({ status: 400, body: { message: 'Subscription is required' } });
    expect((await pay(t, other.token, intentOf(opened))).status).toBe(404);
  });

  it('stays payable after a declined card, and notifies the customer', async () => {
    const opened = await openPlan(t, customer.token);
    const refused = await pay(t, customer.token, intentOf(opened), 'declined');
    expect(refused.body).toMatchObject({
      success: false,
      paymentIntent: { last_payment_error: { message: 'Your card was declined.' } },
    });
    await t.runJobs();
    const bell = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(bell.body.notifications[0]).toMatchObject({ title: 'Payment failed', actionUrl: '/subscribe' });
    expect((await pay(t, customer.token, intentOf(opened))).body.success).toBe(true);
    expect(await mine()).toMatchObject({ status: 'active' });
  });

  it('is refunded when the customer has another plan by then', async () => {
    const opened = await openPlan(t, customer.token);
    await subscribeBehindItsBack();
    const paid = await pay(t, customer.token, intentOf(opened));
    expect(paid).toMatchObject({ status: 409, body: { code: 'given_back' } });
    expect(await confirm(opened.body.subscriptionId)).toMatchObject({ status: 409 });
    await t.runJobs();
    const bell = await t.call('GET', '/api/notifications', { token: customer.token });
    expect(bell.body.notifications[0]).toMatchObject({ title: 'Refund sent' });
    const lines = await history();
    expect(lines.map((line) => line.status).sort()).toEqual(['refunded', 'succeeded']);
    const atProvider = await t.services.payments.getSubscription(opened.body.subscriptionId);
    expect(atProvider?.status).toBe('canceled');
  });

  async function subscribeBehindItsBack(): Promise<void> {
    const other = await makeCustomer(t);
    const { id } = await subscribe(t, other.token);
    await t.db.updateTable('subscriptions').set({ customerId: customer.id }).where('id', '=', id).execute();
  }
});

describe('a payment that the browser lost', () => {
  it('is started by the reconciler', async () => {
    const opened = await openPlan(t, customer.token);
    await t.services.payments.confirmTest?.(intentOf(opened), 'pm_card_visa');
    expect(await mine()).toBeNull();
    t.setNow(new Date(now.getTime() + 5 * 60_000));
    await reconcilePayments(t.services);
    expect(await mine()).toMatchObject({ status: 'active', packageType: 'clean-carry' });
  });

  it('is cancelled at the provider when it is unpaid for a day', async () => {
    const opened = await openPlan(t, customer.token);
    t.setNow(new Date(now.getTime() + 25 * 60 * 60_000));
    await reconcilePayments(t.services);
    const atProvider = await t.services.payments.getSubscription(opened.body.subscriptionId);
    expect(atProvider?.status).toBe('canceled');
    expect((await openPlan(t, customer.token)).body.clientSecret).not.toBe(opened.body.clientSecret);
  });

  it('starts again immediately when the provider has canceled it in the meantime', async () => {
    const opened = await openPlan(t, customer.token);
    await t.services.payments.abandonSubscription(opened.body.subscriptionId);
    const again = await openPlan(t, customer.token);
    expect(again.status).toBe(200);
    expect(again.body.subscriptionId).not.toBe(opened.body.subscriptionId);
  });

  it("is finished when the server died before it saved the provider's ids", async () => {
    const opened = await openPlan(t, customer.token);
    await t.db
      .updateTable('payments')
      .set({ status: 'creating', stripePaymentIntentId: null, stripeSubscriptionId: null })
      .where('customerId', '=', customer.id)
      .execute();
    expect((await openPlan(t, customer.token)).body.clientSecret).toBe(opened.body.clientSecret);
  });

  it('is settled when the provider sends the browser back', async () => {
    const opened = await openPlan(t, customer.token);
    const back = (path: string, intent = intentOf(opened)) => t.call('GET', `${path}?payment_intent=${intent}`);
    expect((await back('/payment/success')).headers.location).toBe('/dashboard');
    await t.services.payments.confirmTest?.(intentOf(opened), 'pm_card_visa');
    const answer = await back('/subscribe/success');
    expect(answer).toMatchObject({ status: 302, headers: { location: '/dashboard' } });
    expect(await mine()).toMatchObject({ status: 'active' });
    expect((await back('/payment/success')).headers.location).toBe('/dashboard?success=true');
    expect((await back('/checkout/success')).headers.location).toBe('/');
    expect((await back('/payment/success', 'pi_of_nobody')).headers.location).toBe('/dashboard');
    expect((await t.call('GET', '/payment/success')).headers.location).toBe('/dashboard');
  });
});
