import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { administrate, dropDatabase, withDatabase } from '../../../tests/support/database/database-server.ts';
import { openDatabase } from '../../database/connect.ts';
import { migrateToLatest } from '../../database/migrate.ts';
import type { Db } from '../../database/transaction.ts';
import { renewSubscriptions } from '../billing/renew-subscriptions.ts';
import { syncSubscription } from '../billing/sync-subscription.ts';
import { sweepCredits } from '../credits/sweep-credits.ts';
import { clearEndedHolds } from '../hold/clear-ended-holds.ts';
import { holdPlan } from '../hold/hold-plan.ts';
import { previewHold } from '../hold/preview-hold.ts';
import { updateSubscription } from '../manage/update-subscription.ts';
import { sweepSubscriptions } from '../occurrences/sweep-subscriptions.ts';
import { findSubscription, type SubscriptionRow } from '../store.ts';
import { cancelPlan } from './cancel-plan.ts';
import { previewCancel } from './preview-cancel.ts';
import { undoCancel } from './undo-cancel.ts';

/** Plans bought before customers could hold, change or cancel them. They still run correctly after the migration. */

const names = [
  ...(['active', 'unsynced', 'past due', 'paused', 'paused for payment', 'cancelled'] as const),
  ...(['revived on trial', 'revived chain', 'cancelled with a successor on trial'] as const),
];
type Name = (typeof names)[number];

/** Plans are served on Fridays for $35.00 and were bought on November 15, unless stated otherwise. */
const now = instantOf('2026-11-25', '12:00');
const bought = instantOf('2026-11-15', '12:00');
const monthEnd = instantOf('2026-12-15', '12:00');
const earlier = { bought: instantOf('2026-10-20', '12:00'), end: instantOf('2026-11-20', '12:00') };
const earliest = { bought: instantOf('2026-10-10', '12:00'), end: instantOf('2026-11-10', '12:00') };
const good = testCards.successful.paymentMethodId;
const declined = testCards.declined.paymentMethodId;

let t: TestApp;
let admin: Person;
let drop: () => Promise<void>;
const ids = new Map<Name, { planId: string; customerId: string }>();

beforeAll(async () => {
  const serverUrl = withDatabase(inject('templateUrl'), 'postgres');
  const database = `stoop_old_${randomUUID().replaceAll('-', '')}`;
  await administrate(serverUrl, `CREATE DATABASE ${database}`);
  drop = () => dropDatabase(serverUrl, database);
  const url = withDatabase(serverUrl, database);
  const log = { info: () => {}, warn: () => {} };
  await migrateToLatest(url, log, '023-ratings');
  const { db } = openDatabase(url, log);
  for (const name of names) await fill(db, name);
  await db.destroy();
  await migrateToLatest(url, log);
  t = await startTestApp({}, {}, async () => url);
  t.setNow(now);
  admin = await makeAdmin(t);
  await live();
});
afterAll(async () => {
  await t.close();
  await drop();
});

async function insert(db: Db, table: string, row: Record<string, unknown>): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`INSERT INTO ${sql.table(table)} (${columns}) VALUES (${sql.join(Object.values(row))})`.execute(db);
}

interface Month {
  at: Date;
  end: Date;
  isPaid: boolean;
  isFirst?: boolean;
}

/** Writes a plan at the provider, with its months. Returns the ids of the payment intents. */
async function sell(
  db: Db,
  plan: { id: string; root: string; customer: string; status: string; periodEnd: Date; card: string },
  months: readonly Month[],
): Promise<string[]> {
  const intents: string[] = [];
  for (const [index, { at, isPaid }] of months.entries()) {
    const intent = `pi_${plan.id}_${index}`;
    intents.push(intent);
    await insert(db, 'simulated_payment_intents', {
      ...{ id: intent, clientSecret: `${intent}_secret`, idempotencyKey: intent, amountCents: 3500 },
      ...{ status: isPaid ? 'succeeded' : 'requires_payment_method', paymentMethodId: isPaid ? good : declined },
      ...{ customerId: plan.customer, paidAt: isPaid ? at : null, createdAt: at },
      ...(!isPaid && { lastErrorCode: 'card_declined', lastErrorMessage: 'Your card was declined.' }),
    });
  }
  await insert(db, 'simulated_subscriptions', {
    ...{ id: plan.id, idempotencyKey: plan.id, packageType: 'basic', priceCents: 3500, status: plan.status },
    ...{ firstIntentId: months[0]?.isFirst ? intents[0] : null, customerId: plan.customer, root: plan.root },
    ...{ paymentMethodId: plan.card, periodEnd: plan.periodEnd, createdAt: bought },
  });
  for (const [index, { at, end, isPaid, isFirst = false }] of months.entries()) {
    await insert(db, 'simulated_invoices', {
      ...{ id: `in_${plan.id}_${index}`, subscriptionId: plan.id, intentId: intents[index], amountCents: 3500 },
      ...{ status: isPaid ? 'paid' : 'open', isFirst, periodStart: at, periodEnd: end },
      ...{ paidAt: isPaid ? at : null, attempts: 1, createdAt: at },
    });
  }
  return intents;
}

/** Writes a plan in the named state, with its customer, our books and the provider's. */
async function fill(db: Db, name: Name): Promise<void> {
  const [customerId, planId] = [randomUUID(), randomUUID()];
  ids.set(name, { planId, customerId });
  const key = name.replaceAll(' ', '_');
  const [customer, first, second, third] = [`cus_${key}`, `sub_${key}_1`, `sub_${key}_2`, `sub_${key}_3`];
  await insert(db, 'users', {
    ...{ id: customerId, username: key, email: `${key}@stoop.example`, stripeCustomerId: customer, firstName: 'Pat' },
    address: '1127 S 9th St, Philadelphia, PA 19147',
  });
  const paid: Month = { at: bought, end: monthEnd, isPaid: true, isFirst: true };
  const ours: Record<string, unknown> = {
    ...{ id: planId, customerId, stripeSubscriptionId: first, status: 'active', packageType: 'basic' },
    ...{ preferredDay: 'friday', pickupDays: ['friday'], bagCountLimit: 6, pricePerMonth: '35.00' },
    ...{ currentPeriodEnd: monthEnd, createdAt: bought, updatedAt: bought },
  };
  const owing = ({ bought: at, end }: typeof earlier, status: string) => {
    const next = instantOf(addDays(dateKeyOf(end), 30), '12:00');
    Object.assign(ours, { currentPeriodEnd: next, pastDueSince: end, createdAt: at });
    const months = [
      { at, end, isPaid: true, isFirst: true },
      { at: end, end: next, isPaid: false },
    ];
    return sell(db, { id: first, root: first, customer, status, periodEnd: next, card: declined }, months);
  };
  const selling = (status: string, id = first, months: Month[] = [paid]) =>
    sell(db, { id, root: first, customer, status, periodEnd: monthEnd, card: good }, months);

  const makers: Record<Name, () => Promise<string[]>> = {
    active: () => selling('active'),
    unsynced: () => selling('active'),
    'past due': () => owing(earlier, 'past_due'),
    paused: () => selling('paused'),
    'paused for payment': () => owing(earliest, 'paused'),
    cancelled: () => selling('canceled'),
    'revived on trial': async () => [...(await selling('canceled')), ...(await selling('active', second, []))],
    'revived chain': async () => {
      const old = { at: earliest.bought, end: earliest.end, isPaid: true, isFirst: true };
      const months = await selling('canceled', first, [old]);
      return [...months, ...(await selling('canceled', second, [])), ...(await selling('active', third))];
    },
    'cancelled with a successor on trial': async () => [
      ...(await selling('canceled')),
      ...(await selling('active', second, [])),
    ],
  };
  const intents = await makers[name]();
  if (name === 'unsynced') ours.currentPeriodEnd = null;
  if (name.startsWith('paused')) ours.status = 'paused';
  if (name === 'paused for payment') ours.isPausedForPayment = true;
  if (name === 'revived on trial') ours.stripeSubscriptionId = second;
  if (name === 'revived chain') ours.stripeSubscriptionId = third;
  if (name.startsWith('cancelled')) {
    Object.assign(ours, {
      status: 'cancelled',
      cancellationDate: instantOf('2026-11-20', '12:00'),
      autoRenewal: false,
    });
  }
  await insert(db, 'subscriptions', ours);
  const isOwing = name === 'past due' || name === 'paused for payment';
  for (const [index, intent] of intents.entries()) {
    const isRefused = isOwing && index === 1;
    await insert(db, 'payment_history', {
      ...{ id: randomUUID(), customerId, subscriptionId: planId, stripePaymentIntentId: intent, amount: '35.00' },
      ...{ status: isRefused ? 'failed' : 'succeeded', paymentMethod: 'card', packageType: 'basic' },
      ...(isRefused && { invoiceId: `in_${first}_1`, attempt: 1, failureReason: 'Your card was declined.' }),
      createdAt: new Date(bought.getTime() + index),
    });
  }
}

/** Runs all scheduled jobs at the present time. */
async function live(): Promise<void> {
  await clearEndedHolds(t.services);
  await sweepSubscriptions(t.services);
  expect((await renewSubscriptions(t.services)).failed).toEqual([]);
  await t.runJobs();
  expect((await sweepCredits(t.services)).failed).toEqual([]);
  await t.runJobs();
}
const liveOn = async (...days: string[]) => {
  for (const day of days) {
    t.setNow(instantOf(day, '12:05'));
    await live();
  }
};
const idOf = (name: Name) => ids.get(name)?.planId ?? '';
const plan = async (name: Name) => (await findSubscription(t.db, idOf(name))) as SubscriptionRow;
const there = async (name: Name) => await t.services.payments.getSubscription((await plan(name)).stripeSubscriptionId);
const lines = async (name: Name) => {
  const rows = t.db.selectFrom('payment_history').select(['status', 'amount', 'refundAmount']);
  return (await rows.where('subscriptionId', '=', idOf(name)).orderBy('createdAt').orderBy('id').execute()).map(
    ({ status, amount, refundAmount }) => `${status} ${refundAmount ?? amount}`,
  );
};
const edit = (name: Name, status: 'active' | 'paused' | 'cancelled') =>
  updateSubscription(t.services, admin.id, idOf(name), { updates: { status } });
const cancel = async (name: Name) => {
  const subscriptionId = idOf(name);
  const { endsAt } = await previewCancel(t.services, subscriptionId);
  const expectedEnd = endsAt ? new Date(endsAt) : null;
  await cancelPlan(t.services, { subscriptionId, actorId: admin.id, expectedEnd, reason: null });
  await t.runJobs();
  return endsAt;
};
const setCard = async (name: Name, card: string) => {
  const rows = t.db.updateTable('simulated_subscriptions').set({ paymentMethodId: card });
  await rows.where('customerId', '=', `cus_${name.replaceAll(' ', '_')}`).execute();
};
const paid = 'succeeded 35.00';
const refused = 'failed 35.00';

const running: Name[] = ['active', 'unsynced', 'revived on trial', 'revived chain'];

describe('a database with plans in every state', () => {
  it('has them in the same states after the migration and the first hour', async () => {
    const states = await Promise.all(
      names.map(async (name) => [name, (await plan(name)).status, (await lines(name)).join()]),
    );
    expect(states).toEqual([
      ['active', 'active', paid],
      ['unsynced', 'active', paid],
      ['past due', 'active', `${paid},${refused}`],
      ['paused', 'paused', paid],
      ['paused for payment', 'paused', `${paid},${refused}`],
      ['cancelled', 'cancelled', paid],
      ['revived on trial', 'active', paid],
      ['revived chain', 'active', `${paid},${paid}`],
      ['cancelled with a successor on trial', 'cancelled', paid],
    ]);
    for (const name of running) {
      expect(await plan(name)).toMatchObject({ currentPeriodEnd: monthEnd, cancellationDate: null, autoRenewal: true });
      expect(await there(name)).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
    }
    expect((await plan('cancelled')).currentPeriodEnd).toEqual(instantOf('2026-11-20', '12:00'));
  });

  it('lets the running ones be cancelled and kept', async () => {
    for (const name of running) {
      expect(await cancel(name)).toBe(monthEnd.toISOString());
      expect(await there(name)).toMatchObject({ status: 'active', endsAtPeriodEnd: true });
      await undoCancel(t.services, { subscriptionId: idOf(name), actorId: admin.id });
      await t.runJobs();
      expect(await there(name)).toMatchObject({ status: 'active', endsAtPeriodEnd: false });
    }
  });

  it('charges a reactivated plan that had ended at once, also where a successor on trial was left behind', async () => {
    await syncSubscription(t.services, idOf('cancelled with a successor on trial'));
    await t.runJobs();
    for (const name of ['cancelled', 'cancelled with a successor on trial'] as const) {
      expect((await there(name))?.status).toBe('canceled');
      expect((await edit(name, 'active')).status).toBe('active');
      await t.runJobs();
      expect(await lines(name)).toEqual([paid, paid]);
      expect((await plan(name)).currentPeriodEnd).toEqual(instantOf('2026-12-25', '12:00'));
    }
  });

  it('resumes and ends those that are paused or unpaid', async () => {
    expect((await edit('paused', 'active')).status).toBe('active');
    await expect(edit('paused for payment', 'active')).rejects.toMatchObject({ status: 402 });
    await setCard('paused for payment', good);
    expect((await edit('paused for payment', 'active')).status).toBe('active');
    await t.runJobs();
    expect(await lines('paused for payment')).toEqual([paid, refused, paid]);
    expect(await cancel('past due')).toBeNull();
    expect(await plan('past due')).toMatchObject({ status: 'cancelled', cancellationDate: now });
    expect((await there('past due'))?.status).toBe('canceled');
    expect(await lines('past due')).toEqual([paid, refused]);
  });

  it('holds, renews and ends them', async () => {
    const alive = names.filter((name) => name !== 'past due');
    for (const name of alive) {
      const days = { from: '2026-12-04', until: '2026-12-19' };
      const { credit: expectedCredit } = await previewHold(t.services, idOf(name), days);
      await holdPlan(t.services, { subscriptionId: idOf(name), actorId: admin.id, ...days, expectedCredit });
    }
    await liveOn('2026-12-04', '2026-12-12', '2026-12-15', '2026-12-19', '2026-12-26', '2027-01-02');
    for (const name of alive) {
      const { status, holdFrom, currentPeriodEnd } = await plan(name);
      expect([name, status, holdFrom, currentPeriodEnd && currentPeriodEnd > t.services.clock()]).toEqual([
        ...[name, 'active', null, true],
      ]);
      const endsAt = await cancel(name);
      expect(endsAt).toBe(currentPeriodEnd?.toISOString());
    }
    await liveOn('2027-01-10', '2027-01-15', '2027-01-20', '2027-01-26', '2027-01-27');
    for (const name of alive) {
      expect([name, (await plan(name)).status, (await there(name))?.status]).toEqual([name, 'cancelled', 'canceled']);
      const customer = `cus_${name.replaceAll(' ', '_')}`;
      expect([name, await t.services.payments.creditOf(customer)]).toEqual([name, 0]);
    }
    const closed = t.db.selectFrom('plan_closings').select('closedAt').where('closedAt', 'is', null);
    expect(await closed.execute()).toEqual([]);
  });
});
