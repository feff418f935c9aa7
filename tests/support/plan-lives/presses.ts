import { expect } from 'vitest';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { packageTypes } from '../../../contract/values/prices.ts';
import { addDays, type DateKey, dateKeyOf } from '../../../contract/values/time/dates.ts';
import type { ApiResponse } from '../app.ts';
import { stopsOf } from '../subscriptions/subscriptions.ts';
import { buyPlan, closeDay, press, runJobs, weekdays } from './life.ts';
import { type Life, modelOf, nowOf, planOf } from './life-facts.ts';
import { moneyPresses } from './money-presses.ts';
import { changeDays } from './pauses.ts';
import {
  cutoff,
  daysOf,
  firstDayOf,
  holdAfter,
  isServiceDay,
  mayHold,
  type PlanModel,
  packageOfPrice,
  presentTerms,
  priceCentsOf,
  visitTime,
} from './plan-model.ts';

/** The presses of a customer, a dispatcher and a driver on a plan, and their expected outcomes. */

type Press = (life: Life) => Promise<unknown>;

const hourMs = 60 * 60_000;

/** Sends a press of the customer, or of the dispatcher on the customer's behalf. */
async function plan(life: Life, method: 'GET' | 'POST', what: string, body?: unknown): Promise<ApiResponse> {
  const isOurs = life.random.chance(0.3);
  const path = isOurs ? `/api/admin/subscriptions/${modelOf(life).id}/${what}` : `/api/plan/${what}`;
  return await press(life, isOurs ? 'admin' : 'customer', method, path, body);
}

async function edit(life: Life, updates: object): Promise<ApiResponse> {
  return await press(life, 'admin', 'PATCH', `/api/admin/subscriptions/${modelOf(life).id}`, { updates });
}

/** Returns the next service days from tomorrow on, by the rules. */
function daysAhead(model: PlanModel, today: DateKey, count: number): DateKey[] {
  const week = Array.from({ length: 40 }, (_, ahead) => addDays(today, ahead + 1));
  return week.filter((day) => isServiceDay(model, day)).slice(0, count);
}

async function aStop(life: Life, isWanted: (day: DateKey) => boolean) {
  const stops = await stopsOf(life.world.t, modelOf(life).id);
  const open = stops.filter(({ status, scheduledDay }) => {
    return (status === 'pending' || status === 'assigned') && isWanted(scheduledDay ?? '');
  });
  return life.random.pick(open.slice(0, 3));
}

/**
 * Returns true from an hour before a month ends until the next one is charged. Changes that affect the month are
 * refused then.
 */
async function isRenewing(life: Life): Promise<boolean> {
  const { currentPeriodEnd } = await planOf(life);
  return currentPeriodEnd !== null && nowOf(life).getTime() >= currentPeriodEnd.getTime() - hourMs;
}

/** Returns true if the plan has ended. A new status first ends a plan whose end has come, and then revives it. */
function hasEnded(life: Life, { status }: { status: string }): boolean {
  const { endsAt } = modelOf(life);
  return status === 'cancelled' || (endsAt !== null && endsAt <= nowOf(life));
}

async function isSteady(life: Life): Promise<boolean> {
  const { status, pastDueSince } = await planOf(life);
  return status === 'active' && pastDueSince === null && !(await isRenewing(life));
}

/** Returns when a change of days takes effect that doesn't wait for the next month. */
function fromTomorrow(life: Life): { at: Date; from: DateKey } {
  const now = nowOf(life);
  return { at: now, from: addDays(dateKeyOf(now), 1) };
}

/** Withdraws the planned end in the model. A held visit after it whose cut-off has passed is credited. */
async function takeBackEnd(life: Life): Promise<void> {
  const model = modelOf(life);
  const now = nowOf(life);
  const { endsAt } = model;
  model.endsAt = null;
  const tomorrow = addDays(dateKeyOf(now), 1);
  if (endsAt !== null && visitTime(tomorrow) >= endsAt && cutoff(tomorrow) <= now) {
    await closeDay(life, model, tomorrow);
  }
}

export const presses: Record<string, Press> = {
  ...moneyPresses,
  async skip(life) {
    const { random } = life;
    const model = modelOf(life);
    const now = nowOf(life);
    const day = random.pick(daysAhead(model, addDays(dateKeyOf(now), -1), 4));
    if (!day) return;
    const stops = (await stopsOf(life.world.t, model.id)).filter((stop) => stop.occurrenceDate === day);
    const live = stops.find(({ status }) => status !== 'cancelled');
    const { status } = await plan(life, 'POST', 'skip', { day });
    if (status !== 200) {
      const isSure = live?.scheduledDay === day && now < cutoff(day) && (await isSteady(life));
      expect(isSure, `a visit on ${day} must be skippable`).toBe(false);
      return;
    }
    if (model.givenUp.has(day)) return;
    expect(now < cutoff(live?.scheduledDay ?? day), 'nothing is skipped after its cut-off').toBe(true);
    model.givenUp.add(day);
  },
  async hold(life) {
    const { random } = life;
    const model = modelOf(life);
    const now = nowOf(life);
    const from = addDays(dateKeyOf(now), random.pick([0, 1, 1, 2, 3, 5, 9, 20, 40]));
    const until = addDays(from, random.pick([13, 14, 15, 20, 28, 31, 35, 60, 89, 90, 91]));
    const isAllowed = mayHold(model, { from, until }, now) && (await isSteady(life));
    const preview = await plan(life, 'GET', `hold-preview?from=${from}&until=${until}`);
    if (preview.status !== 200) return expect(isAllowed, `a hold from ${from} until ${until}`).toBe(false);
    const { credit, visits } = preview.body;
    expect(mayHold(model, { from, until }, now), `no hold from ${from} until ${until}`).toBe(true);
    const sum = visits.reduce((cents: number, visit: { credit: string }) => cents + centsOf(visit.credit), 0);
    expect(credit).toBe(centsToText(sum));
    const body = { from, until, expectedCredit: credit, expectedVisits: visits.map(({ day }: { day: string }) => day) };
    const { status } = await plan(life, 'POST', 'hold', body);
    expect(status).toBe(200);
    model.holds.push({ from, until });
  },
  async 'back early'(life) {
    const model = modelOf(life);
    const now = nowOf(life);
    const hold = holdAfter(model, dateKeyOf(now));
    if (!hold) return;
    const first = [hold.from, dateKeyOf(now)].sort().at(-1) as DateKey;
    const on = addDays(first, life.random.pick([0, 1, 2, 3, 7, 10]));
    const preview = await plan(life, 'GET', `back-early-preview?on=${on}`);
    const isAllowed = on >= hold.from && on < hold.until && now < cutoff(on) && (await isSteady(life));
    if (preview.status !== 200) return expect(isAllowed, `coming back on ${on}`).toBe(false);
    const { status } = await plan(life, 'POST', 'back-early', { on, expectedVisits: preview.body.visits });
    expect(status).toBe(200);
    expect(now < cutoff(on), 'a day past its cut-off stays held').toBe(true);
    hold.until = on;
  },
  async change(life) {
    const { random } = life;
    const model = modelOf(life);
    const before = presentTerms(model);
    const isPackage = random.chance(0.5);
    const packageType = isPackage ? random.pick(packageTypes) : before.packageType;
    const preferredDay = random.pick(weekdays);
    const body = { packageType, preferredDay, preferredTime: random.pick(['morning', 'afternoon']) };
    const query = new URLSearchParams(body).toString();
    const preview = await plan(life, 'GET', `change-preview?${query}`);
    if (preview.status !== 200) return;
    const { currentPeriodEnd } = await planOf(life);
    const isLater = packageType !== before.packageType;
    const priceCents = isLater ? priceCentsOf[packageType] : before.priceCents;
    const from = isLater ? (currentPeriodEnd as Date) : null;
    expect(preview.body).toMatchObject({ price: centsToText(priceCents), from: from?.toISOString() ?? null });
    const { price: expectedPrice, from: expectedFrom, firstDays: expectedFirstDays } = preview.body;
    const { status } = await plan(life, 'POST', 'change', { ...body, expectedPrice, expectedFrom, expectedFirstDays });
    expect(status).toBe(200);
    const days = daysOf(packageType, preferredDay);
    model.pending = from && { at: from, from: firstDayOf(from), packageType, days, priceCents };
    if (!isLater && days.join() !== before.days.join()) {
      await changeDays(life, model, () => model.terms.push({ ...before, ...fromTomorrow(life), days }));
    }
  },
  async 'undo the change'(life) {
    const { status } = await plan(life, 'POST', 'undo-change');
    if (status === 200) modelOf(life).pending = null;
  },
  async cancel(life) {
    const model = modelOf(life);
    const preview = await plan(life, 'GET', 'cancel-preview');
    if (preview.status !== 200) return expect(await isSteady(life)).toBe(false);
    const { endsAt } = preview.body;
    const { currentPeriodEnd } = await planOf(life);
    if (await isSteady(life)) expect(endsAt).toBe((model.endsAt ?? currentPeriodEnd)?.toISOString());
    const { status } = await plan(life, 'POST', 'cancel', { expectedEnd: endsAt, reason: 'Moving' });
    if (status !== 200) return;
    Object.assign(model, { endsAt: endsAt && new Date(endsAt), pending: null });
  },
  async 'undo the cancellation'(life) {
    const model = modelOf(life);
    if (model.endsAt === null) return;
    const isInTime = nowOf(life) < model.endsAt;
    const { status } = await plan(life, 'POST', 'undo-cancel');
    if (status === 503) return;
    expect(status, `undone ${isInTime ? 'in time' : 'too late'}`).toBe(isInTime ? 200 : status === 404 ? 404 : 409);
    if (status === 200) await takeBackEnd(life);
  },
  async 'the dispatcher sets a price'(life) {
    const model = modelOf(life);
    const before = await planOf(life);
    const cents = life.random.pick([3500, 6000, 7500, 15000, 3300, 7000]);
    const { status } = await edit(life, { pricePerMonth: centsToText(cents) });
    if (status !== 200) return;
    const packageType = packageOfPrice(cents);
    const days = daysOf(packageType, before.preferredDay ?? 'monday');
    const isSame = textToCents(before.pricePerMonth) === cents;
    const change = () => {
      model.pending = null;
      if (!isSame) model.terms.push({ ...fromTomorrow(life), packageType, days, priceCents: cents });
    };
    if (!isSame && days.join() !== presentTerms(model).days.join()) await changeDays(life, model, change);
    else change();
  },
  async 'the dispatcher pauses'(life) {
    const isRevived = hasEnded(life, await planOf(life));
    const { status } = await edit(life, { status: 'paused' });
    if (status === 200 && isRevived) modelOf(life).endsAt = null;
  },
  async 'the dispatcher resumes'(life) {
    const isRevived = hasEnded(life, await planOf(life));
    const { status } = await edit(life, { status: 'active' });
    // A live plan keeps the end that was set before.
    if (status === 200 && isRevived) modelOf(life).endsAt = null;
  },
  'the dispatcher cancels': async (life) =>
    await press(life, 'admin', 'DELETE', `/api/admin/subscriptions/${modelOf(life).id}`),
  async 'the dispatcher ends it with a refund'(life) {
    const path = `/api/admin/subscriptions/${modelOf(life).id}`;
    const preview = await press(life, 'admin', 'GET', `${path}/end-preview`);
    if (preview.status !== 200) return;
    await press(life, 'admin', 'POST', `${path}/end`, { expectedRefund: preview.body.refund });
  },
  async 'buys again'(life) {
    const { status } = await planOf(life);
    if (status !== 'cancelled') return;
    await runJobs(life);
    await buyPlan(life, life.random.pick(packageTypes), life.random.pick(weekdays));
  },
  async 'a visit is made'(life) {
    const today = dateKeyOf(nowOf(life));
    const stop = await aStop(life, (day) => day <= today);
    if (!stop) return;
    await press(life, 'admin', 'POST', `/api/admin/pickups/${stop.id}/assign`, { driverId: life.world.driver.id });
    const { status } = await press(life, 'admin', 'PATCH', `/api/admin/complete-pickup/${stop.id}`, {});
    if (status === 200 && life.random.chance(0.1)) {
      await press(life, 'admin', 'POST', `/api/admin/pickups/${stop.id}/undo`, {});
    }
  },
  async 'a visit is not made'(life) {
    const today = dateKeyOf(nowOf(life));
    const stop = await aStop(life, (day) => day <= today);
    if (stop) await press(life, 'admin', 'PATCH', `/api/admin/pickup-incomplete/${stop.id}`, {});
  },
  async 'a visit is moved'(life) {
    const now = nowOf(life);
    const stop = await aStop(life, (day) => day >= dateKeyOf(now));
    if (!stop) return;
    const newDate = addDays(dateKeyOf(now), life.random.pick([0, 1, 2, 3, 5]));
    const body = { newDate, shouldEmailCustomer: false };
    await press(life, 'admin', 'POST', `/api/admin/pickups/${stop.id}/reschedule`, body);
  },
  async 'a dispatcher cancels a visit'(life) {
    const stop = await aStop(life, () => true);
    if (!stop) return;
    const { status } = await press(life, 'admin', 'DELETE', `/api/admin/pickups/${stop.id}`);
    if (status === 200) modelOf(life).givenUp.add(stop.occurrenceDate ?? '');
  },
  async 'a line is added to the next invoice'(life) {
    await life.world.provider.addLine(life.random.pick([2000, 1234, -500]));
    life.trail.push('a line is added to the next invoice');
  },
  async 'the card goes bad'(life) {
    await life.world.provider.spoilCards();
    life.trail.push('the card goes bad');
  },
  async 'another card'(life) {
    const setup = await press(life, 'customer', 'POST', '/api/subscription/card-setup');
    if (setup.status !== 200) return;
    await press(life, 'customer', 'POST', '/api/subscription/card', life.world.provider.saveCard(setup.body));
  },
};

/** Copies the end of each plan from its row into the model. Called after every press. */
export async function observe(life: Life): Promise<void> {
  for (const model of life.models) {
    const { status, cancellationDate } = await planOf(life, model.id);
    if (status !== 'cancelled') continue;
    model.pending = null;
    model.endsAt = cancellationDate;
    const today = dateKeyOf(nowOf(life));
    const hold = holdAfter(model, today);
    if (!hold) continue;
    const open = [1, 2].map((ahead) => addDays(today, ahead)).find((day) => nowOf(life) < cutoff(day)) as DateKey;
    hold.isCut = true;
    if (open < hold.until) hold.until = [open, hold.from].sort().at(-1) as DateKey;
  }
}
