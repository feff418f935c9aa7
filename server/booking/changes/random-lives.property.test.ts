import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { testCards } from '../../../contract/payments.ts';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import { makeAdmin, makeCustomer, makeDriver, type Person } from '../../../tests/support/accounts/people.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { findFaults, findStuck } from '../../../tests/support/books/books.ts';
import { type Books, readBooks } from '../../../tests/support/books/read-books.ts';
import { readStripeBooks } from '../../../tests/support/books/read-stripe-books.ts';
import { effort, firstSeed } from '../../../tests/support/effort.ts';
import { cancelFor, moveTo, optionsOf } from '../../../tests/support/pickups/booking-changes.ts';
import { bookUnpaid } from '../../../tests/support/pickups/bookings.ts';
import { assign, reschedule, rowOf } from '../../../tests/support/pickups/stops.ts';
import { type Random, randomOf } from '../../../tests/support/random.ts';
import { startStripeStandIn } from '../../../tests/support/stripe/stand-in.ts';
import { reconcilePayments } from '../../payments/reconcile/reconcile-payments.ts';
import { syncRefunds } from '../../payments/refunds/sync-refunds.ts';

/**
 * Random lives of bookings: a customer in two tabs, a dispatcher and a driver pay, move, partly refund, assign, drive
 * and cancel them at the minutes when the rules change. In the end, each refund follows the rules, and our books match
 * the provider's to the cent. `SEED=… LIVES=1` repeats one life.
 */

const lives = Number(process.env.LIVES ?? effort({ sample: 6, full: 200 }));
const seed = firstSeed();
const minuteMs = 60_000;
/** The days before the clocks go back and before they go forward. */
const clockChanges = ['2026-10-31', '2027-03-13'];

interface World {
  readonly t: TestApp;
  readonly admin: Person;
  readonly customer: Person;
  readonly driver: Person;
  /** Pays an intent as the card form does. */
  pay(opened: { paymentIntentId: string; clientSecret: string }): Promise<void>;
  passTo(now: Date): void;
  readBooks(): Promise<Books>;
  close(): Promise<void>;
}

const card = testCards.successful.paymentMethodId;

async function openWorld(provider: 'simulated' | 'stripe'): Promise<World> {
  const standIn = provider === 'stripe' ? await startStripeStandIn() : undefined;
  // A life spans days, and the next life begins after it, so sessions and ceilings must last.
  const most = { MAX_OPEN_PAYMENTS: '9999', MAX_PAYMENTS_PER_HOUR: '9999', MAX_UNPAID_BOOKINGS: '9999' };
  const t = await startTestApp({ STAFF_IDLE_HOURS: 'off', ...most, ...standIn?.env });
  const passTo = (now: Date) => {
    t.setNow(now);
    if (standIn) standIn.books.aheadSeconds = Math.round((now.getTime() - Date.now()) / 1000);
  };
  passTo(instantOf('2026-10-30', '12:00'));
  const [admin, customer, driver] = [await makeAdmin(t), await makeCustomer(t), await makeDriver(t)];
  await t.db
    .updateTable('sessions')
    .set({ expire: new Date('2100-01-01') })
    .execute();
  return {
    ...{ t, admin, customer, driver, passTo },
    async pay({ paymentIntentId, clientSecret }) {
      if (standIn) standIn.browser.confirmPayment(clientSecret, card);
      const body = { paymentIntentId, paymentMethodId: card };
      if (!standIn) await t.call('POST', '/api/confirm-test-payment', { token: customer.token, body });
    },
    readBooks: async () => (standIn ? await readStripeBooks(t.db, standIn.books) : await readBooks(t.db)),
    async close() {
      await t.close();
      await standIn?.close();
    },
  };
}

/** One booking, with the facts that the test tracks by itself. */
interface Life {
  readonly id: string;
  readonly intentId: string;
  readonly paidCents: number;
  readonly bookedAt: Date;
  /** The sum of the refunds that the responses promised. */
  promisedCents: number;
  /** The days on which the test's driver has resolved a stop. */
  readonly startedDays: Set<string>;
  /** 100 once a dispatcher has chosen a day past its cut-off. */
  latePercent: number;
  /** The stops that the driver has to do before this one, by day. */
  readonly ahead: Map<string, string[]>;
  /** The phases in which the customer pressed Cancel. */
  readonly phases: Set<string>;
  readonly trail: string[];
}

/** Records that the driver's day has started. Resolving a stop before its day doesn't start that day. */
function addStart(life: Life, { scheduledDay }: Awaited<ReturnType<typeof rowOf>>, now: Date): void {
  if (scheduledDay !== null && scheduledDay <= dateKeyOf(now)) life.startedDays.add(scheduledDay);
}

function aheadOn({ ahead }: Life, day: string | null): string[] {
  const stops = ahead.get(day ?? '') ?? [];
  ahead.set(day ?? '', stops);
  return stops;
}

/**
 * Repeats the rules independently of the app's code: returns the percentage that a cancellation refunds now; null when
 * cancelling isn't possible.
 */
function percentNow(life: Life, row: Awaited<ReturnType<typeof rowOf>>, now: Date): number | null {
  const day = row.scheduledDay ?? '';
  if (row.status !== 'pending' && row.status !== 'assigned') return null;
  const eveningBefore = instantOf(addDays(day, -1), '18:00');
  if (now < eveningBefore) return 100;
  const isOnItsWay = now >= instantOf(day, '07:00') || (row.driverId !== null && life.startedDays.has(day));
  const isNear = isOnItsWay && row.driverId !== null && aheadOn(life, day).length < 3;
  const sinceBookedMs = now.getTime() - life.bookedAt.getTime();
  if (life.bookedAt >= eveningBefore && sinceBookedMs < 15 * minuteMs && !isNear) return 100;
  return isOnItsWay ? null : life.latePercent;
}

function refundNow(life: Life, percent: number | null): number {
  const halfCents = life.paidCents * 2 * ((percent ?? 0) / 100);
  return Math.max(0, Math.ceil(halfCents / 2) - life.promisedCents);
}

async function bookPaid({ t, customer, pay }: World, random: Random): Promise<Life> {
  const now = t.services.clock();
  const scheduledDate = instantOf(addDays(dateKeyOf(now), random.pick([0, 1, 1, 1, 2, 2, 3])), '09:00').toISOString();
  const [bagCount, amount] = random.pick([
    [4, '30.00'],
    [8, '45.00'],
    [10, '50.00'],
    [25, '100.00'],
  ] as const);
  const draft = { address: '1127 S 9th St, Philadelphia, PA 19147', bagCount, scheduledDate };
  const { token } = customer;
  const book = async (more: object) =>
    await t.call('POST', '/api/pickups', {
      ...{ token, body: { ...draft, amount, specialInstructions: randomUUID(), ...more } },
      headers: { 'idempotency-key': randomUUID() },
    });
  // Some customers book first and pay later.
  const unpaid = random.chance(0.3) ? (await book({})).body : undefined;
  const target = unpaid ? { pickupId: unpaid.id } : { booking: { ...draft, draftKey: randomUUID() } };
  const opened = await t.call('POST', '/api/create-payment-intent', { token, body: { amount, ...target } });
  await pay(opened.body);
  const intentId = opened.body.paymentIntentId;
  const confirmed = await t.call('POST', '/api/confirm-payment', { token, body: { paymentIntentId: intentId } });
  expect(confirmed.status).toBe(200);
  const row = await t.db
    .selectFrom('pickups')
    .selectAll()
    .where('stripePaymentIntentId', '=', intentId)
    .executeTakeFirstOrThrow();
  return {
    ...{ id: row.id, intentId, paidCents: centsOf(amount), bookedAt: row.createdAt, promisedCents: 0 },
    latePercent: 50,
    ...{
      startedDays: new Set<string>(),
      ahead: new Map(),
      phases: new Set<string>(),
      trail: [`booked ${row.scheduledDay} at ${now.toISOString()}`],
    },
  };
}

/** Advances the clock to an instant at which the rules change for this booking, just before or after it, or between. */
async function waitAWhile({ t, passTo }: World, life: Life, random: Random): Promise<void> {
  const now = t.services.clock().getTime();
  const day = (await rowOf(t, life.id)).scheduledDay ?? '';
  const edges = [
    instantOf(addDays(day, -1), '18:00').getTime(),
    instantOf(day, '07:00').getTime(),
    life.bookedAt.getTime() + 15 * minuteMs,
  ];
  const moments = [
    ...edges.flatMap((edge) => [edge - 1, edge, edge + 1]),
    now + minuteMs,
    now + random.int(600) * minuteMs,
  ];
  const later = moments.filter((moment) => moment >= now && moment < now + 40 * 60 * minuteMs);
  passTo(new Date(random.pick(later.length > 0 ? later : [now])));
  life.trail.push(`now ${t.services.clock().toISOString()}`);
}

type Act = (world: World, life: Life, random: Random) => Promise<void>;

const acts: Record<string, Act> = {
  async 'the customer cancels'({ t, customer }, life, random) {
    const { body: options } = await optionsOf(t, customer, life.id);
    const row = await rowOf(t, life.id);
    const percent = percentNow(life, row, t.services.clock());
    life.phases.add(options.phase);
    expect(options.canCancel).toBe(percent !== null);
    expect(options.refund).toBe(centsToText(percent === null ? 0 : refundNow(life, percent)));
    // Some customers send an amount that they saw earlier, or press in two tabs.
    const expected = random.chance(0.2) ? centsToText(random.int(life.paidCents)) : options.refund;
    const tabs = await Promise.all(
      (random.chance(0.3) ? [1, 2] : [1]).map(() => cancelFor(t, customer, life.id, expected)),
    );
    for (const { status, body } of tabs) {
      if (row.status === 'cancelled') expect(status).toBe(200);
      else if (percent === null) expect(body.code).toBe('cannot_change');
      else if (expected === options.refund) expect(status).toBe(200);
      else expect(body).toMatchObject({ code: 'refund_changed', errors: { expectedRefund: options.refund } });
    }
    if (row.status !== 'cancelled' && tabs[0]?.status === 200) life.promisedCents += centsOf(expected);
  },
  async 'two people cancel at once'({ t, customer, admin }, life) {
    const row = await rowOf(t, life.id);
    const percent = percentNow(life, row, t.services.clock());
    const expected = refundNow(life, percent);
    const [byCustomer, byDispatcher] = await Promise.all([
      cancelFor(t, customer, life.id, centsToText(expected)),
      t.call('DELETE', `/api/admin/pickups/${life.id}`, { token: admin.token }),
    ]);
    expect([200, 409]).toContain(byCustomer.status);
    expect([200, 409]).toContain(byDispatcher.status);
    const after = await rowOf(t, life.id);
    if (row.status === 'cancelled' || after.status !== 'cancelled') return;
    const isByCustomer = after.cancellationReason === 'Cancelled by the customer';
    life.promisedCents = isByCustomer ? life.promisedCents + expected : Math.max(life.paidCents, life.promisedCents);
  },
  async 'the customer moves'({ t, customer }, life, random) {
    const { body: options } = await optionsOf(t, customer, life.id);
    const row = await rowOf(t, life.id);
    const now = t.services.clock();
    const isOpen = percentNow(life, row, now) !== null && now < instantOf(addDays(row.scheduledDay ?? '', -1), '18:00');
    expect(options.canMove).toBe(isOpen);
    if (!isOpen) {
      const later = addDays(dateKeyOf(now), 30);
      return expect((await moveTo(t, customer, life.id, later)).status).toBe(409);
    }
    const moved = await moveTo(t, customer, life.id, random.pick(options.days.slice(0, 2)));
    expect(moved).toMatchObject({ status: 200, body: { amount: row.amount, paymentStatus: 'paid' } });
  },
  async 'a part is refunded'({ t, admin }, life, random) {
    const cents = 1 + random.int(1_999);
    const body = { amount: centsToText(cents), reason: 'A bag', refundKey: randomUUID() };
    const { status } = await t.call('POST', `/api/admin/pickups/${life.id}/refund`, { token: admin.token, body });
    expect(status === 200).toBe(cents <= life.paidCents - life.promisedCents);
    if (status === 200) life.promisedCents += cents;
  },
  async 'a part is refunded at the provider'({ t }, life, random) {
    await t.runJobs();
    const amountCents = 1 + random.int(500);
    if (amountCents > life.paidCents - life.promisedCents) return;
    await t.services.payments.refundPayment(life.intentId, { amountCents, idempotencyKey: randomUUID() });
    life.promisedCents += amountCents;
    // In production, an event from the provider triggers this sync.
    await syncRefunds(t.services, life.intentId);
  },
  async 'a dispatcher assigns it'({ t, admin, driver, customer }, life, random) {
    const row = await rowOf(t, life.id);
    if (row.status !== 'pending') return;
    const scheduledDate = instantOf(row.scheduledDay ?? '', '09:00').toISOString();
    for (let count = random.int(5); count > 0; count -= 1) {
      const other = await bookUnpaid(t, customer.token, { scheduledDate, specialInstructions: randomUUID() }).catch(
        () => null,
      );
      if (!other) continue;
      // The driver's list is ordered by booking time.
      await t.db
        .updateTable('pickups')
        .set({ createdAt: new Date('2026-01-01') })
        .where('id', '=', other.id)
        .execute();
      await assign(t, admin, other.id, driver);
      aheadOn(life, row.scheduledDay).push(other.id);
    }
    await assign(t, admin, life.id, driver);
  },
  async 'the driver does a stop, and may undo it'({ t, admin }, life, random) {
    const row = await rowOf(t, life.id);
    const ahead = aheadOn(life, row.scheduledDay);
    const stop = ahead.shift();
    if (!stop) return;
    const { status } = await t.call('PATCH', `/api/admin/complete-pickup/${stop}`, { token: admin.token });
    expect(status).toBe(200);
    addStart(life, row, t.services.clock());
    if (random.chance(0.5)) {
      expect((await t.call('POST', `/api/admin/pickups/${stop}/undo`, { token: admin.token })).status).toBe(200);
      ahead.unshift(stop);
    }
  },
  async 'it is completed'({ t, admin }, life) {
    const row = await rowOf(t, life.id);
    const { status } = await t.call('PATCH', `/api/admin/complete-pickup/${life.id}`, { token: admin.token });
    expect(status).toBe(row.status === 'assigned' || row.status === 'completed' ? 200 : 409);
    if (row.status === 'assigned') addStart(life, row, t.services.clock());
  },
  async 'a dispatcher moves it'({ t, admin }, life, random) {
    const before = await rowOf(t, life.id);
    const { status } = await reschedule(t, admin, life.id, random.int(3));
    expect([200, 409]).toContain(status);
    const { scheduledDay } = await rowOf(t, life.id);
    const isClosed = t.services.clock() >= instantOf(addDays(scheduledDay ?? '', -1), '18:00');
    if (scheduledDay !== before.scheduledDay && isClosed) life.latePercent = 100;
  },
  async 'jobs run'({ t }) {
    await t.runJobs();
  },
};

/** The names of the acts, each repeated by its weight. */
const likely = Object.keys(acts).flatMap((name) =>
  Array.from(
    { length: { 'the customer cancels': 4, 'the customer moves': 2, 'a dispatcher assigns it': 2 }[name] ?? 1 },
    () => name,
  ),
);

async function live(world: World, random: Random): Promise<Life> {
  const life = await bookPaid(world, random);
  try {
    for (let steps = 3 + random.int(6); steps > 0; steps -= 1) {
      if (random.chance(0.7)) await waitAWhile(world, life, random);
      const name = random.pick(likely);
      life.trail.push(name);
      await acts[name]?.(world, life, random);
    }
  } catch (error) {
    throw new Error(life.trail.join('\n'), { cause: error });
  }
  return life;
}

describe.each(['simulated', 'stripe'] as const)('with the %s provider', (provider) => {
  let world: World | undefined;
  afterAll(async () => await world?.close());

  it(`refunds to the cent in ${lives} lives from seed ${seed}`, { timeout: 60_000 + lives * 20_000 }, async () => {
    world = await openWorld(provider);
    const { t } = world;
    const lived: Life[] = [];
    for (let index = 0; index < lives; index += 1) {
      // The first lives span the clock changes. Each life begins at a random hour, after the days of the previous one.
      const day = clockChanges[index] ?? addDays(dateKeyOf(t.services.clock()), 10);
      const random = randomOf(seed + index);
      world.passTo(new Date(instantOf(day, '00:00').getTime() + random.int(24 * 60) * minuteMs));
      lived.push(await live(world, random));
    }
    for (let turn = 0; turn < 2; turn += 1) {
      await t.runJobs();
      world.passTo(new Date(t.services.clock().getTime() + 5 * minuteMs));
      await reconcilePayments(t.services);
    }
    const phases = new Set(lived.flatMap((one) => [...one.phases]));
    if (lives >= 100) expect([...phases].sort()).toEqual(['closed', 'grace', 'late', 'open']);
    const books = await world.readBooks();
    for (const life of lived) {
      const given = books.refundsThere.filter(({ intentId }) => intentId === life.intentId);
      const refundedCents = given.reduce((sum, { amountCents }) => sum + amountCents, 0);
      expect(refundedCents, life.trail.join('\n')).toBe(life.promisedCents);
    }
    expect([...findFaults(books), ...findStuck(books)]).toEqual([]);
  });
});
