import { textToCents } from '../../../contract/values/money.ts';
import { addDays, type DateKey, dateKeyOf, weekdayOf } from '../../../contract/values/time/dates.ts';
import type { ProviderInvoice } from '../../../server/external/payments/payment-provider.ts';
import { stopsOf } from '../subscriptions/subscriptions.ts';
import { type Life, planOf, readProvider } from './life-facts.ts';
import {
  cutoff,
  type ExpectedMonth,
  expectCredits,
  expectMonth,
  isServiceDay,
  isTooMany,
  mostVisits,
  type PlanModel,
  presentTerms,
  priceCentsOf,
  runningHold,
  visitTime,
} from './plan-model.ts';

/**
 * The invariants of a life: `findFaults` checks them after every step, `findFaultsAtRest` once everything due has run.
 */

const runs = ['active', 'past_due', 'paused', 'trialing'];
const cents = (text: string | null): number => textToCents(text ?? '0') ?? Number.NaN;

export async function findFaults(life: Life): Promise<string[]> {
  const { db } = life.world.t;
  const faults: string[] = [];
  const rows = await db.selectFrom('subscriptions').select(['id', 'status']).execute();
  if (rows.filter(({ status }) => status !== 'cancelled').length > 1) faults.push('two live plans');
  for (const model of life.models) faults.push(...(await findVisitFaults(life, model)));
  return faults;
}

async function findVisitFaults({ world: { t } }: Life, model: PlanModel): Promise<string[]> {
  const faults: string[] = [];
  const stops = await stopsOf(t, model.id);
  const live = stops.filter(({ status }) => status !== 'cancelled').map(({ occurrenceDate }) => occurrenceDate ?? '');
  if (new Set(live).size < live.length) faults.push(`two visits for one service day: ${live}`);
  for (const from of live) {
    const within = live.filter((day) => day >= from && day <= addDays(from, 6));
    if (within.length > mostVisits(model, from)) faults.push(`too many visits within seven days: ${within}`);
  }
  const credits = await t.db.selectFrom('plan_credits').selectAll().where('subscriptionId', '=', model.id).execute();
  for (const { serviceDay } of credits) {
    if (live.includes(serviceDay)) faults.push(`a credit for ${serviceDay}, which has a visit`);
    if (model.givenUp.has(serviceDay)) faults.push(`a credit for ${serviceDay}, which was skipped`);
    if (!model.credited.includes(serviceDay)) faults.push(`a credit for ${serviceDay}, which was not held`);
  }
  return faults;
}

export async function findFaultsAtRest(life: Life): Promise<string[]> {
  const faults = await findFaults(life);
  const { payerId, there, invoices } = await readProvider(life);
  const roots: unknown[] = [];
  for (const model of life.models) {
    // A subscription that replaced a plan's ended one has the same root.
    const { stripeSubscriptionId } = await planOf(life, model.id);
    const root = there.find(({ id }) => id === stripeSubscriptionId)?.root;
    roots.push(root);
    const own = invoices.filter((invoice) => invoice.root === root);
    faults.push(...(await findMonthFaults(life, model, own)), ...(await findPlanFaults(life, model)));
  }
  const strays = invoices.filter(({ status, root }) => status === 'paid' && !roots.includes(root));
  if (strays.length > 0) faults.push(`${strays.length} paid months belong to no plan`);
  // A cancelled plan may run until its month ends.
  const renewing = there.filter(({ status, endsAtPeriodEnd }) => runs.includes(status) && !endsAtPeriodEnd);
  if (renewing.length > 1) faults.push('two live plans at the provider');
  faults.push(...(await findBalanceFaults(life, payerId, invoices)), ...(await findLedgerFaults(life, invoices)));
  return faults;
}

/** Checks that every invoiced month has its price and visits in the books, and that every credit follows the rules. */
async function findMonthFaults(life: Life, model: PlanModel, invoices: readonly Invoice[]) {
  const { t } = life.world;
  const faults: string[] = [];
  const { payments } = t.services;
  const rows = await t.db
    .selectFrom('plan_months')
    .selectAll()
    .where('subscriptionId', '=', model.id)
    .orderBy('startsAt')
    .execute();
  const months: ExpectedMonth[] = [];
  for (const invoice of invoices.toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime())) {
    const { periodStart: startsAt, periodEnd: endsAt, isFirst, status, planCents } = invoice;
    const row = rows.find((one) => one.startsAt.getTime() === startsAt.getTime());
    const about = `the month from ${startsAt.toISOString()}`;
    // A month of a pause is void from the start. A month that became void later was recorded before.
    if (status === 'draft' || (status === 'void' && !row)) continue;
    // The month began after the plan had ended, but before the provider knew.
    if (!row && model.endsAt && startsAt >= model.endsAt) {
      const payment = invoice.intentId && status === 'paid' ? await payments.getPayment(invoice.intentId) : null;
      if (payment && payment.refundedCents < payment.amountCents) faults.push(`${about} was charged after the end`);
      continue;
    }
    const month = expectMonth(model, { startsAt, endsAt, isFirst });
    months.push(month);
    if (planCents !== month.priceCents) faults.push(`${about} costs ${planCents} instead of ${month.priceCents}`);
    if (!row) faults.push(`${about} is not in the books`);
    else if (row.visits !== month.visits) faults.push(`${about} has ${row.visits} visits instead of ${month.visits}`);
    else if (cents(row.price) !== month.priceCents) faults.push(`${about} is ${row.price} in the books`);
    else if (row.endsAt.getTime() !== month.endsAt.getTime()) {
      faults.push(`${about} ends at ${row.endsAt.toISOString()} instead of ${month.endsAt.toISOString()}`);
    }
  }
  faults.push(...(await findUnpaidVisits(life, model, rows)), ...findOverlaps(invoices, months));
  const written = await t.db
    .selectFrom('plan_credits')
    .selectAll()
    .where('subscriptionId', '=', model.id)
    .orderBy('serviceDay')
    .execute();
  const are = written.map(({ serviceDay, amount }) => `${serviceDay} ${amount === null ? null : cents(amount)}`);
  const expected = expectCredits(model, months).map(({ day, cents: worth }) => `${day} ${worth}`);
  if (are.join() !== expected.join()) faults.push(`credits are [${are}] instead of [${expected}]`);
  return faults;
}

type Invoice = Awaited<ReturnType<typeof readProvider>>['invoices'][number];

/** The provider charges a month an hour after it begins. */
const chargeMs = 2 * 60 * 60_000;

/** Finds visits that were made on a day of no month that is charged: they would be free. */
async function findUnpaidVisits(
  { world: { t, services } }: Life,
  model: PlanModel,
  months: readonly { startsAt: Date; endsAt: Date }[],
): Promise<string[]> {
  const due = services.clock().getTime() - chargeMs;
  const live = (await stopsOf(t, model.id)).filter(({ status }) => status !== 'cancelled');
  const days = live.map(({ occurrenceDate }) => occurrenceDate ?? '').filter((day) => visitTime(day).getTime() < due);
  const isPaid = (day: DateKey) =>
    months.some(({ startsAt, endsAt }) => startsAt <= visitTime(day) && visitTime(day) < endsAt);
  return days.filter((day) => !isPaid(day)).map((day) => `a visit on ${day}, which is in no month`);
}

/** Finds months of one subscription that were charged for the same days. */
function findOverlaps(invoices: readonly Invoice[], months: readonly ExpectedMonth[]): string[] {
  const subscriptionOf = ({ startsAt }: ExpectedMonth) =>
    invoices.find(({ periodStart }) => periodStart.getTime() === startsAt.getTime())?.subscriptionId;
  return months.flatMap((month, index) => {
    const before = months[index - 1];
    if (!before || subscriptionOf(before) !== subscriptionOf(month) || before.endsAt <= month.startsAt) return [];
    return [`the month from ${month.startsAt.toISOString()} begins before the one before it ends`];
  });
}

/**
 * Checks that the plan has the same state, price and end here and at the provider, and that its coming week has its
 * stops.
 */
async function findPlanFaults(life: Life, model: PlanModel): Promise<string[]> {
  const faults: string[] = [];
  const plan = await planOf(life, model.id);
  const { payments } = life.world.t.services;
  const theirs = await payments.getSubscription(plan.stripeSubscriptionId);
  if (!theirs) return [...faults, 'the provider does not know the plan'];
  const { status, endsAtPeriodEnd, priceCents } = theirs;
  if (plan.renewsAt !== null) faults.push('the end of the month is not moved at the provider');
  if (plan.status === 'cancelled') {
    if (status !== 'canceled' && !endsAtPeriodEnd) faults.push(`a cancelled plan is ${status} at the provider`);
    return faults;
  }
  // A person has ended it there, and nobody told us. It is found when its paid month is over.
  const now = life.world.services.clock();
  if (status === 'canceled' && plan.currentPeriodEnd !== null && plan.currentPeriodEnd > now) return faults;
  const isPausedThere = status === 'paused';
  if (isPausedThere !== (plan.status === 'paused')) faults.push(`a plan is ${plan.status}, and ${status} there`);
  if (endsAtPeriodEnd !== (model.endsAt !== null)) faults.push(`ends there: ${endsAtPeriodEnd}`);
  const next = model.pending ?? presentTerms(model);
  if (priceCents !== next.priceCents) faults.push(`would charge ${priceCents} instead of ${next.priceCents}`);
  if (plan.pickupDays.join() !== presentTerms(model).days.join()) faults.push(`is served on ${plan.pickupDays}`);
  if ((plan.pendingFrom?.getTime() ?? 0) !== (model.pending?.at.getTime() ?? 0)) faults.push('another pending change');
  if (plan.status === 'active') faults.push(...(await findWeekFaults(life, model)));
  return faults;
}

async function findWeekFaults({ world: { t, services } }: Life, model: PlanModel): Promise<string[]> {
  const faults: string[] = [];
  const now = services.clock();
  const stops = await stopsOf(t, model.id);
  const live = stops.filter(({ status }) => status !== 'cancelled');
  const made = live.map((stop) => stop.occurrenceDate ?? '');
  const visits = [...made, ...model.credited, ...heldFrom(model, dateKeyOf(now))];
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const day = addDays(dateKeyOf(now), ahead);
    const own = stops.filter(({ occurrenceDate }) => occurrenceDate === day);
    const isMade = live.some(({ occurrenceDate }) => occurrenceDate === day);
    const isOpen = now < cutoff(day);
    const isDue = isServiceDay(model, day) && !runningHold(model, day);
    if (isMade && !isDue && isOpen && own.every(({ scheduledDay }) => scheduledDay === day)) {
      faults.push(`a visit on ${day}, a ${weekdayOf(day)} without service`);
    }
    const isGivenUp = model.givenUp.has(day);
    if (isDue && !isMade && !isGivenUp && !isTooMany(model, day, visits)) {
      faults.push(`no visit on ${day}: ${own.map((stop) => stop.cancellationReason)}`);
    }
  }
  return faults;
}

/** Returns the held service days in the 21 days from a day on. Earlier held days count only with a credit. */
function heldFrom(model: PlanModel, today: DateKey): DateKey[] {
  const days = Array.from({ length: 21 }, (_, index) => addDays(today, index));
  return days.filter((day) => runningHold(model, day) && isServiceDay(model, day));
}

/**
 * Checks the balance at the provider line by line: each credit is there once, invoices use it, and the rest is removed
 * when plans end.
 */
async function findBalanceFaults(life: Life, payerId: string, invoices: readonly ProviderInvoice[]): Promise<string[]> {
  const faults: string[] = [];
  const { payments } = life.world.t.services;
  const { db } = life.world.t;
  const lines = (await payments.listCredits(payerId)).toReversed();
  const credits = await db.selectFrom('plan_credits').selectAll().execute();
  const closings = await db.selectFrom('plan_closings').selectAll().execute();
  let balance = 0;
  for (const { key, invoiceId, amountCents } of lines) {
    if (invoiceId !== null && amountCents < 0) {
      const invoice = invoices.find(({ id }) => id === invoiceId);
      if (!invoice) faults.push(`an invoice that nobody knows used the balance: ${invoiceId}`);
      // An invoice takes the part that it doesn't charge. Less than 50 cents are carried over.
      if (balance + amountCents < -49) faults.push(`the balance fell to ${balance + amountCents}`);
    } else if (key?.startsWith('credit:')) {
      const row = credits.find(({ id }) => key === `credit:${id}`);
      if (!row || cents(row.amount) !== amountCents) faults.push(`the provider has ${key} of ${amountCents}`);
    } else if (key?.startsWith('close:')) {
      const row = closings.find(({ id }) => key === `close:${id}`);
      if (!row || cents(row.taken) !== -amountCents) faults.push(`the provider has ${key} of ${amountCents}`);
    } else if (invoiceId === null) faults.push(`the balance was changed by nobody: ${key}`);
    balance += amountCents;
  }
  if (balance !== (await payments.creditOf(payerId)))
    faults.push(`the balance is not the sum of its lines: ${balance}`);
  const given = lines.filter(({ key }) => key?.startsWith('credit:'));
  const worth = credits.filter(({ amount }) => cents(amount) > 0);
  if (given.length !== worth.length) faults.push(`${worth.length} credits, ${given.length} at the provider`);
  for (const { status, totalCents, amountCents, creditCents, periodStart } of invoices) {
    if (status !== 'paid') continue;
    if (amountCents + creditCents !== totalCents) faults.push(`${periodStart.toISOString()}: ${amountCents} charged`);
  }
  return [...faults, ...(await findClosingFaults(life, balance))];
}

/**
 * Checks that money left at the end of a plan is refunded or listed, and that no balance remains after the last plan.
 */
async function findClosingFaults({ world: { t }, models }: Life, balance: number): Promise<string[]> {
  const faults: string[] = [];
  const closings = await t.db.selectFrom('plan_closings').selectAll().execute();
  const refunds = await t.db.selectFrom('charge_refunds').selectAll().execute();
  for (const { id, owed, unused, taken, closedAt } of closings) {
    const refunded = refunds.filter(({ causeId }) => causeId === id);
    const sum = refunded.reduce((total, { amount }) => total + cents(amount), 0);
    if (closedAt === null) faults.push('the credit of an ended plan is not closed');
    else if (sum + cents(unused) !== cents(owed)) faults.push(`${owed} owed, ${sum} refunded, ${unused} listed`);
    // Visits that a dispatcher's cancellation removes don't change the balance.
    const mostCents = cents(taken) === 0 ? Math.max(...Object.values(priceCentsOf)) : Math.max(0, cents(taken));
    if (cents(owed) > mostCents) faults.push(`${taken} was taken, and ${owed} refunded`);
    if (refunded.some(({ status, nextTryAt }) => status === 'asked' && nextTryAt !== null))
      faults.push('a refund of credit was not sent');
  }
  const last = models.at(-1);
  const plan = await t.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', last?.id ?? '')
    .executeTakeFirst();
  const hadCredit = closings.length > 0;
  if (plan?.status === 'cancelled' && balance !== 0 && (hadCredit || balance > 0)) {
    faults.push(`a balance of ${balance} outlives the plan`);
  }
  return faults;
}

/**
 * Checks that each paid month is one line of the ledger with the amount charged. A month paid entirely with credit is a
 * line of $0.
 */
async function findLedgerFaults(life: Life, invoices: readonly ProviderInvoice[]): Promise<string[]> {
  const faults: string[] = [];
  const lines = await life.world.t.db
    .selectFrom('payment_history')
    .selectAll()
    .where('status', '=', 'succeeded')
    .execute();
  for (const { id, status, amountCents, creditCents, periodStart, isFirst } of invoices) {
    if (status !== 'paid' || (isFirst && amountCents > 0)) continue;
    const own = lines.filter(({ invoiceId }) => invoiceId === id);
    const [line] = own;
    const about = `the month from ${periodStart.toISOString()}`;
    if (own.length !== 1) faults.push(`${about} is ${own.length} lines of the ledger`);
    else if (cents(line?.amount ?? null) !== amountCents) faults.push(`${about}: ${line?.amount} in the ledger`);
    else if (cents(line?.credit ?? null) !== creditCents)
      faults.push(`${about}: credit of ${line?.credit} in the ledger`);
  }
  return faults;
}
