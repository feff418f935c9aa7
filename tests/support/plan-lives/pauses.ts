import { nextMonth } from '../../../contract/values/plan/billing-months.ts';
import { addDays, type DateKey, dateKeyOf, instantOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import type { SubscriptionRow } from '../../../server/subscriptions/subscriptions.store.ts';
import { stopsOf } from '../subscriptions/subscriptions.ts';
import { type Life, nowOf, planOf, readProvider } from './life-facts.ts';
import {
  changeOf,
  cutoff,
  daysLeft,
  type ExpectedMonth,
  expectMonth,
  firstDayOf,
  isServedOn,
  type Pause,
  type PlanModel,
  providerLagMs,
  recount,
  runningHold,
} from './plan-model.ts';

/** What pauses and changes of days do to the months of a model. */

const dayMs = 24 * 60 * 60_000;

/** Applies to the models what has just happened to the status of each plan. Called after every press and job. */
export async function observePauses(life: Life): Promise<void> {
  for (const model of life.models) await observePause(life, model, await planOf(life, model.id));
}

async function observePause(life: Life, model: PlanModel, plan: SubscriptionRow): Promise<void> {
  const { pause } = model;
  if (plan.status === 'cancelled') model.pause = null;
  else if (!pause) {
    if (plan.status === 'paused') model.pause = await beginPause(life, model, plan);
  } else {
    if (pause.isOwing && plan.pastDueSince === null) await extend(life, model, pause);
    else if (plan.status === 'active' && !pause.isOwing) await beginMonth(life, model, pause);
    if (plan.status === 'active' && pause.isOwing && plan.pastDueSince !== null) await extend(life, model, pause);
    if (plan.status === 'active') model.pause = null;
    else pause.isOwing = plan.pastDueSince !== null;
  }
}

async function beginPause(
  life: Life,
  model: PlanModel,
  { isPausedForPayment, pastDueSince }: SubscriptionRow,
): Promise<Pause> {
  const at = nowOf(life);
  const today = dateKeyOf(at);
  const stops = await stopsOf(life.world.t, model.id);
  const isLost = stops.some(({ scheduledDay, cancellationReason, updatedAt }) => {
    const isCancelledNow = cancellationReason === 'Subscription paused' && updatedAt?.getTime() === at.getTime();
    return scheduledDay === today && isCancelledNow;
  });
  const from = isLost ? today : addDays(today, 1);
  return { at, from, isForPayment: isPausedForPayment, isOwing: pastDueSince !== null };
}

/** A month was paid late: its end moves by the days without service. */
async function extend(life: Life, model: PlanModel, pause: Pause): Promise<void> {
  const month = (await recordedMonths(life, model)).at(-1);
  if (!month) return;
  const today = dateKeyOf(nowOf(life));
  let days = 0;
  for (let day = pause.from; day <= today; day = addDays(day, 1)) {
    if (!pause.isForPayment || !runningHold(model, day)) days += 1;
  }
  if (days === 0) return;
  const endsAt = new Date(month.endsAt.getTime() + days * dayMs);
  const visits = await visitDays(life, model);
  const before = daysLeft(model, pause.from, month.endsAt, visits).length;
  const after = daysLeft(model, addDays(today, 1), endsAt, visits).length;
  recount(model, month, { before, after });
  changeOf(model, month.startsAt).endsAt = endsAt;
  if (model.pending?.at.getTime() === month.endsAt.getTime()) {
    model.pending = { ...model.pending, at: endsAt, from: firstDayOf(endsAt) };
  }
}

/** A renewal had passed: the month that was charged with the end of the pause begins with the first service day. */
async function beginMonth(life: Life, model: PlanModel, pause: Pause): Promise<void> {
  const month = (await recordedMonths(life, model)).at(-1);
  if (!month || month.startsAt.getTime() < pause.at.getTime() + providerLagMs) return;
  const tomorrow = addDays(dateKeyOf(nowOf(life)), 1);
  const visits = await visitDays(life, model);
  const [first] = daysLeft(model, tomorrow, month.endsAt, visits);
  if (first === undefined) return;
  const endsAt = nextMonth(instantOf(first, '00:00'));
  Object.assign(changeOf(model, month.startsAt), {
    ...{ endsAt, visits: daysLeft(model, tomorrow, endsAt, visits).length },
  });
}

/** Changes a plan's days in its model: the rest of the present month is counted again. */
export async function changeDays(life: Life, model: PlanModel, change: () => void): Promise<void> {
  const now = nowOf(life);
  const month = (await recordedMonths(life, model)).findLast(({ startsAt, endsAt }) => startsAt <= now && now < endsAt);
  const tomorrow = addDays(dateKeyOf(now), 1);
  const isDue = isServedOn(model, tomorrow, weekdayOf(tomorrow)) && now >= cutoff(tomorrow);
  const from = isDue ? addDays(tomorrow, 1) : tomorrow;
  const visits = await visitDays(life, model);
  const before = month ? daysLeft(model, from, month.endsAt, visits).length : 0;
  change();
  if (month) recount(model, month, { before, after: daysLeft(model, from, month.endsAt, visits).length });
}

/** Returns the months that the books have, as the rules expect them, oldest first. */
async function recordedMonths(life: Life, model: PlanModel): Promise<ExpectedMonth[]> {
  const { invoices } = await readProvider(life);
  const rows = await life.world.t.db
    .selectFrom('plan_months')
    .select('startsAt')
    .where('subscriptionId', '=', model.id)
    .orderBy('startsAt')
    .execute();
  return rows.flatMap(({ startsAt }) => {
    const invoice = invoices.find(({ periodStart }) => periodStart.getTime() === startsAt.getTime());
    return invoice ? [expectMonth(model, { startsAt, endsAt: invoice.periodEnd, isFirst: invoice.isFirst })] : [];
  });
}

async function visitDays(life: Life, model: PlanModel): Promise<DateKey[]> {
  const live = (await stopsOf(life.world.t, model.id)).filter(({ status }) => status !== 'cancelled');
  return live.map(({ occurrenceDate }) => occurrenceDate ?? '');
}
