import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { centsToText } from '../../contract/values/money.ts';
import { dateKeyOf, instantOf } from '../../contract/values/time/dates.ts';
import { beginLife, press, runEverythingDue } from '../../tests/support/plan-lives/life.ts';
import { type Life, modelOf, nowOf, planOf, readProvider } from '../../tests/support/plan-lives/life-facts.ts';
import { openPlanWorld, type PlanWorld } from '../../tests/support/plan-lives/plan-world.ts';
import { presses } from '../../tests/support/plan-lives/presses.ts';
import { randomOf } from '../../tests/support/random.ts';
import { stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/**
 * Pauses around renewals, with both providers. The plan costs $35.00 and is served on Mondays. It is bought on Monday,
 * Nov 23, so its first month has the visits of Nov 30, Dec 7, 14 and 21.
 */

const sixDaysMs = 6 * 24 * 60 * 60_000;

describe.each(['simulated', 'stripe'] as const)('a paused plan of the %s provider', (provider) => {
  let world: PlanWorld;
  let life: Life;
  beforeAll(async () => {
    world = await openPlanWorld(provider);
  });
  afterAll(async () => await world.close());
  beforeEach(async () => {
    life = await beginLife(world, randomOf(1), instantOf('2026-11-23', '12:00'), 0, ['basic', 'monday']);
    await goTo('2026-11-23', '22:00');
  });

  /** Lets the provider's steps come until an instant. Stops are made a week ahead, so our jobs run in between. */
  const goTo = async (day: string, wallTime = '12:00') => {
    const target = instantOf(day, wallTime).getTime();
    for (let now = nowOf(life).getTime(); now < target; now = nowOf(life).getTime()) {
      const next = world.provider.next();
      const at = new Date(Math.min(target, now + sixDaysMs, Math.max(now, next?.at.getTime() ?? target)));
      world.setNow(at);
      if (next && next.at <= at) next.run();
      else await runEverythingDue(life);
    }
    await runEverythingDue(life);
  };
  const edit = async (updates: object) =>
    await press(life, 'admin', 'PATCH', `/api/admin/subscriptions/${modelOf(life).id}`, updates);
  const act = async (updates: object) => {
    expect((await edit(updates)).status).toBe(200);
    await runEverythingDue(life);
  };
  /** Returns what the customer was charged for each month, oldest first. */
  const charges = async () => {
    const { invoices } = await readProvider(life);
    const paid = invoices.filter(({ status }) => status === 'paid');
    const oldestFirst = paid.toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime());
    return oldestFirst.map(({ amountCents }) => centsToText(amountCents));
  };
  const renewsOn = async () => {
    const { currentPeriodEnd, stripeSubscriptionId } = await planOf(life);
    const theirs = await world.t.services.payments.getSubscription(stripeSubscriptionId);
    expect(theirs?.currentPeriodEnd).toEqual(currentPeriodEnd);
    return dateKeyOf(currentPeriodEnd as Date);
  };
  const visits = async (from: string, until: string) => {
    const live = (await stopsOf(world.t, modelOf(life).id)).filter(({ status }) => status !== 'cancelled');
    return live.map((stop) => stop.occurrenceDate ?? '').filter((day) => day >= from && day < until);
  };
  const spoilCard = async () => await world.provider.spoilCards();
  const newCard = async () => {
    await presses['another card']?.(life);
    await runEverythingDue(life);
  };

  it('keeps its renewal and charges nothing when it is resumed within the paid month', async () => {
    await goTo('2026-12-02');
    await act({ status: 'paused' });
    await goTo('2026-12-09');
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00']);
    expect(await renewsOn()).toBe('2026-12-23');
    await goTo('2026-12-24');
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await visits('2026-12-02', '2026-12-23')).toEqual(['2026-12-14', '2026-12-21']);
  });

  it('begins a month with its first service day, charged immediately, when a renewal has passed', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2026-12-24');
    expect(await charges()).toEqual(['35.00']);
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-01-28');
    await goTo('2027-01-27', '22:00');
    expect(await charges()).toEqual(['35.00', '35.00']);
    await goTo('2027-01-28', '10:00');
    expect(await charges()).toEqual(['35.00', '35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-02-28');
    const month = ['2026-12-28', '2027-01-04', '2027-01-11', '2027-01-18', '2027-01-25'];
    expect(await visits('2026-12-15', '2027-01-28')).toEqual(month);
    const rows = await world.t.db.selectFrom('plan_months').selectAll().orderBy('startsAt').execute();
    expect(rows.map(({ visits: count, price }) => [count, price])).toEqual([
      [4, '35.00'],
      [5, '35.00'],
      [4, '35.00'],
    ]);
  });

  it('begins that month also when several renewals have passed, or none was synced yet', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2027-03-03');
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-04-08');
    await goTo('2027-03-20');
    await act({ status: 'paused' });
    // The month ends at 1 AM, because daylight saving time has begun. No job has run since.
    await goTo('2027-04-07');
    world.setNow(instantOf('2027-04-08', '00:59'));
    world.provider.next()?.run();
    world.setNow(instantOf('2027-04-08', '01:04'));
    expect((await edit({ status: 'active' })).status).toBe(200);
    await runEverythingDue(life);
    expect(await charges()).toEqual(['35.00', '35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-05-12');
  });

  it('charges the price and serves the package that are set in the same request', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2026-12-24');
    await act({ status: 'active', pricePerMonth: '75.00' });
    expect(await charges()).toEqual(['35.00', '75.00']);
    // Mondays and Thursdays; the first one after Thursday, Dec 24, is Dec 28.
    expect(await renewsOn()).toBe('2027-01-28');
    const month = await world.t.db.selectFrom('plan_months').selectAll().orderBy('startsAt', 'desc').execute();
    expect(month[0]).toMatchObject({ price: '75.00', visits: 9 });
  });

  it('stays as it is when the card is declined (402), and is charged once when two dispatchers resume it', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2026-12-24');
    await spoilCard();
    const before = await planOf(life);
    expect((await edit({ status: 'active' })).status).toBe(402);
    await runEverythingDue(life);
    expect({ ...(await planOf(life)), updatedAt: null }).toEqual({ ...before, updatedAt: null });
    expect(await charges()).toEqual(['35.00']);
    const theirs = await world.t.services.payments.getSubscription(before.stripeSubscriptionId);
    expect(theirs?.status).toBe('paused');
    expect((await edit({ status: 'active' })).status).toBe(402);
    await newCard();
    expect((await planOf(life)).status).toBe('paused');
    const both = await Promise.all([edit({ status: 'active' }), edit({ status: 'active' })]);
    expect(both.map(({ status }) => status)).toContain(200);
    await runEverythingDue(life);
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-01-28');
  });

  it('is charged once when it is paused and resumed again within the new month', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2026-12-24');
    await act({ status: 'active' });
    await act({ status: 'paused' });
    await goTo('2027-01-25');
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-01-28');
  });

  it('is charged when it is reactivated, if it was cancelled in a month that was not charged', async () => {
    await goTo('2026-12-15');
    await act({ status: 'paused' });
    await goTo('2026-12-28');
    await act({ status: 'cancelled' });
    await goTo('2026-12-29');
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-01-29');
  });

  it('pays the open month late, and gets the days without service after its end', async () => {
    await goTo('2026-12-22');
    await spoilCard();
    await goTo('2026-12-23', '13:30');
    await goTo('2026-12-30', '14:00');
    const plan = await planOf(life);
    expect(plan).toMatchObject({ status: 'paused', isPausedForPayment: true });
    // The visit of Monday, Dec 28, was made in the days of grace.
    expect(await visits('2026-12-23', '2027-02-01')).toEqual(['2026-12-28']);
    // A dearer price waits for the next month, which begins later now.
    const waiting = { pendingPrice: '36.00', pendingPriceFrom: plan.currentPeriodEnd };
    await world.t.db.updateTable('subscriptions').set(waiting).where('id', '=', plan.id).execute();
    await goTo('2027-01-10');
    await newCard();
    const paid = await planOf(life);
    expect(paid).toMatchObject({ status: 'active', pastDueSince: null, pricePerMonth: '35.00' });
    expect(paid.pendingPriceFrom).toEqual(paid.currentPeriodEnd);
    expect(await charges()).toEqual(['35.00', '35.00']);
    // Dec 31 to Jan 10 were without service: 11 days.
    expect(await renewsOn()).toBe('2027-02-03');
    await goTo('2027-02-02');
    expect(await charges()).toEqual(['35.00', '35.00']);
    await goTo('2027-02-04');
    expect((await charges()).toSorted()).toEqual(['35.00', '35.00', '36.00']);
    expect(await renewsOn()).toBe('2027-03-03');
    expect(await visits('2026-12-23', '2027-02-03')).toHaveLength(5);
  });

  it('gets them also when the payment comes after the next renewal, or by a dispatcher who resumes the plan', async () => {
    await goTo('2026-12-22');
    await spoilCard();
    await goTo('2026-12-26');
    await act({ status: 'paused' });
    await goTo('2027-01-30');
    expect((await edit({ status: 'active' })).status).toBe(402);
    await newCard();
    // Paid, but still paused by the dispatcher. Dec 27 to Jan 30 were without service: 35 days.
    expect(await planOf(life)).toMatchObject({ status: 'paused', pastDueSince: null });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-02-27');
    await goTo('2027-02-02');
    await act({ status: 'active' });
    expect(await charges()).toEqual(['35.00', '35.00']);
    expect(await renewsOn()).toBe('2027-02-27');
    await goTo('2027-02-28');
    expect(await charges()).toEqual(['35.00', '35.00', '35.00']);
  });
});
