import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dateKeyOf, instantOf, weekdayOf } from '../../contract/values/time/dates.ts';
import { findFaultsAtRest } from '../../tests/support/plan-lives/checks.ts';
import { beginLife, passTo, runEverythingDue } from '../../tests/support/plan-lives/life.ts';
import { type Life, modelOf, nowOf, planOf } from '../../tests/support/plan-lives/life-facts.ts';
import { firstDayOf } from '../../tests/support/plan-lives/plan-model.ts';
import { openPlanWorld, type PlanWorld } from '../../tests/support/plan-lives/plan-world.ts';
import { presses } from '../../tests/support/plan-lives/presses.ts';
import { randomOf } from '../../tests/support/random.ts';
import { stopsOf } from '../../tests/support/subscriptions/subscriptions.ts';

/** One year of a plan that is held, changed and moved to other days, across both clock changes. */

describe.each(['simulated', 'stripe'] as const)('a year with the %s provider', (provider) => {
  let world: PlanWorld;
  let life: Life;
  beforeAll(async () => {
    world = await openPlanWorld(provider);
    // The clocks go back on November 1, and forward on March 14.
    life = await beginLife(world, randomOf(1), instantOf('2026-09-15', '10:00'), 0, ['basic', 'friday'], [90]);
  });
  afterAll(async () => await world.close());

  const plan = async (what: string, body: object) => {
    const { token } = life.customer;
    const response = await world.call('POST', `/api/plan/${what}`, { token, body });
    expect(response.status, `${what}: ${JSON.stringify(response.body)}`).toBe(200);
    return response.body;
  };
  const preview = async (path: string) =>
    (await world.call('GET', `/api/plan/${path}`, { token: life.customer.token })).body;
  const goTo = async (day: string, time = '12:00') => {
    await passTo(life, instantOf(day, time));
    await runEverythingDue(life);
    expect(await findFaultsAtRest(life)).toEqual([]);
  };
  const hold = async (from: string, until: string) => {
    const { credit, visits } = await preview(`hold-preview?from=${from}&until=${until}`);
    await plan('hold', { from, until, expectedCredit: credit });
    modelOf(life).holds.push({ from, until });
    return { credit, days: visits.map(({ day }: { day: string }) => day) };
  };
  const change = async (body: object) => await plan('change', body);
  const paidMonths = async () => {
    const { stripeSubscriptionId } = await planOf(life);
    const months = await world.t.services.payments.listInvoices(stripeSubscriptionId);
    return months.toReversed().map(({ amountCents, totalCents }) => [totalCents, amountCents]);
  };

  it('charges each month its price less its credits, to the cent', { timeout: 600_000 }, async () => {
    await goTo('2026-10-12');
    // This hold spans the night with 25 hours and a whole billing month: October 15 to November 15.
    const first = await hold('2026-10-14', '2026-11-18');
    expect(first).toEqual({
      credit: '35.00',
      days: ['2026-10-16', '2026-10-23', '2026-10-30', '2026-11-06', '2026-11-13'],
    });
    await goTo('2026-11-16');
    // A month entirely on hold makes the next one free.
    expect(await paidMonths()).toEqual([
      [3500, 3500],
      [3500, 3500],
      [3500, 0],
    ]);

    await goTo('2026-12-02');
    await change({ packageType: 'heavy-duty' });
    const begins = (await planOf(life)).pendingFrom as Date;
    modelOf(life).pending = {
      at: begins,
      from: firstDayOf(begins),
      packageType: 'heavy-duty',
      days: ['monday', 'thursday'],
      priceCents: 7500,
    };
    // The new package begins during this hold.
    const second = await hold('2026-12-10', '2026-12-24');
    expect(second.days).toEqual(['2026-12-11', '2026-12-17', '2026-12-21']);
    // The sweeps between two of these days are random. This one makes the stop of the 28th.
    await goTo('2026-12-22');
    await goTo('2026-12-28');
    const stops = await stopsOf(world.t, modelOf(life).id);
    const made = stops.filter(({ status }) => status !== 'cancelled').map(({ occurrenceDate }) => occurrenceDate ?? '');
    expect(made.filter((day) => day >= '2026-12-04').map(weekdayOf)).toEqual([
      'friday',
      'thursday',
      'monday',
      'thursday',
      'monday',
    ]);

    await goTo('2027-03-01');
    // This hold spans the night with 23 hours. The customer comes back before its end.
    await hold('2027-03-08', '2027-04-05');
    await goTo('2027-03-23');
    await plan('back-early', { on: '2027-03-25' });
    Object.assign(modelOf(life).holds.at(-1) ?? {}, { until: '2027-03-25' });
    await goTo('2027-06-01');

    const charged = await paidMonths();
    const total = charged.reduce((sum, [, amount = 0]) => sum + amount, 0);
    const credits = await world.t.db.selectFrom('plan_credits').selectAll().execute();
    const credited = credits.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(total + credited).toBe(charged.reduce((sum, [price = 0]) => sum + price, 0));
    expect(charged.map(([price]) => price)).toEqual([3500, 3500, 3500, 7500, 7500, 7500, 7500, 7500, 7500]);

    // The customer cancels, undoes the cancellation, and finally cancels again.
    const { endsAt } = await preview('cancel-preview');
    await plan('cancel', { expectedEnd: endsAt });
    await plan('undo-cancel', {});
    await goTo('2027-08-20');
    await presses.cancel?.(life);
    await goTo(addDays(dateKeyOf((await planOf(life)).currentPeriodEnd as Date), 1));
    expect(await planOf(life)).toMatchObject({ status: 'cancelled' });
    expect(nowOf(life) > instantOf('2027-09-15', '00:00')).toBe(true);
  });
});
