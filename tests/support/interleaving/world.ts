import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays, dateKeyOf, instantOf } from '../../../contract/values/time/dates.ts';
import type { ProviderEvent } from '../../../server/external/payments/payment-provider.ts';
import { simulatedPayments } from '../../../server/external/payments/simulated/simulated-payments.ts';
import { Refusal } from '../../../server/refusal.ts';
import type { Services } from '../../../server/services.ts';
import { makeAdmin } from '../accounts/people.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { emptyMoneyTables } from '../database/empty-money-tables.ts';
import { crashingDatabase, crashingProvider, type Machine } from '../processes/crashes.ts';

/**
 * The payment code on a real database, with one customer at a time: services that can die at every step, the provider's books,
 * and the events that the provider would send.
 */
export interface World {
  readonly t: TestApp;
  readonly machine: Machine;
  /** The services of the app's processes. */
  readonly services: Services;
  /** The provider as used without us: by the card form in a browser, and by a person in its dashboard. */
  readonly provider: Services['payments'];
  readonly adminId: string;
  customerId: string;
  drafts: Draft[];
  /** The disputes of cardholders, by intent. */
  disputes: Map<string, WorldDispute>;
  /** Whether the provider refuses every refund of the app. */
  refusesRefunds: boolean;
  /** The app's logged errors. */
  errors: unknown[];
  close(): Promise<void>;
}

export interface Draft {
  draftKey: string;
  idempotencyKey: string;
  scheduledDate: string;
  specialInstructions: string;
}

/** A cardholder's dispute of what is left of a charge. */
interface WorldDispute {
  state: 'open' | 'won' | 'lost';
  amountCents: number;
  createdAt: Date;
}

export async function openWorld(): Promise<World> {
  const t = await startTestApp();
  const { db, machine, close } = crashingDatabase(t.databaseUrl);
  const simulated = simulatedPayments(t.db, t.services.clock);
  const provider: Services['payments'] = {
    ...simulated,
    async listDisputes(intentId) {
      const dispute = world.disputes.get(intentId);
      return dispute ? [{ id: `dp_${intentId}`, ...dispute }] : [];
    },
    async *listMovements(span) {
      yield* simulated.listMovements(span);
      for (const [intentId, { state, amountCents, createdAt: at }] of world.disputes) {
        if (at < span.since || (span.until && at >= span.until)) continue;
        const taken = state === 'won' ? 0 : -amountCents;
        yield { kind: 'dispute', id: `dp_${intentId}`, intentId, customerId: null, amountCents: taken, at };
      }
    },
    async refundPayment(intentId, refund) {
      const isOurs = /^(plan-)?refund:/.test(refund.idempotencyKey);
      const isDisputed = (world.disputes.get(intentId)?.state ?? 'won') !== 'won';
      if (isDisputed || (world.refusesRefunds && isOurs))
        throw new Refusal(409, 'No balance.', { code: 'refund_refused' });
      return await simulated.refundPayment(intentId, refund);
    },
  };
  const adminId = (await makeAdmin(t)).id;
  const name = sql.id(
    (await sql<{ name: string }>`SELECT current_database() AS name`.execute(t.db)).rows[0]?.name ?? '',
  );
  // Waiting for the disk would take most of the time, and durability isn't tested here.
  await sql`ALTER DATABASE ${name} SET synchronous_commit = off`.execute(t.db);
  const world: World = {
    ...{ t, machine, provider, adminId, customerId: '', drafts: [], errors: [] },
    ...{ disputes: new Map(), refusesRefunds: false },
    services: {
      ...t.services,
      db,
      payments: crashingProvider(provider, machine),
      log: {
        info: () => {},
        warn: () => {},
        error: (details: object) => world.errors.push(details),
      } as Services['log'],
    },
    async close() {
      await close();
      await t.close();
    },
  };
  return world;
}

const startsAt = instantOf('2026-03-02', '10:30');

/** Deletes everything and makes a new customer, on the same morning for every run. */
export async function resetWorld(world: World): Promise<void> {
  await emptyMoneyTables(world.t.db);
  world.t.setNow(startsAt);
  world.errors.length = 0;
  world.disputes.clear();
  world.refusesRefunds = false;
  world.customerId = randomUUID();
  const name = `payer_${world.customerId.slice(0, 13)}`;
  await world.t.db
    .insertInto('users')
    .values({
      ...{ id: world.customerId, username: name, email: `${name}@stoop.example`, role: 'customer' },
      address: '1127 S 9th St',
    })
    .execute();
  world.drafts = [3, 40].map((ahead) => ({
    draftKey: randomUUID(),
    idempotencyKey: randomUUID(),
    scheduledDate: instantOf(addDays(dateKeyOf(startsAt), ahead), '09:00').toISOString(),
    specialInstructions: `in ${ahead} days`,
  }));
}

export function passTime(world: World, ms: number): void {
  world.t.setNow(new Date(world.services.clock().getTime() + ms));
}

/** Returns the events that the provider would have sent so far, derived from its books. */
export async function listEvents({
  t: { db, services },
  disputes,
}: Pick<World, 't' | 'disputes'>): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  const nothing = { createdAt: services.clock(), intentId: null, subscriptionId: null, disputeId: null };
  const addEvent = (type: string, id: string, about: Partial<ProviderEvent>) =>
    events.push({ ...nothing, ...about, type, id: `evt_${type}_${id}` });
  for (const [id, { state }] of disputes) {
    const about = { intentId: id, disputeId: `dp_${id}` };
    addEvent('charge.dispute.created', id, about);
    if (state !== 'open') addEvent('charge.dispute.closed', `${id}_${state}`, about);
  }
  const intents = await db
    .selectFrom('simulated_payment_intents')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('idempotencyKey')
    .execute();
  const invoices = await db
    .selectFrom('simulated_invoices')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('periodStart')
    .execute();
  const plans = await db
    .selectFrom('simulated_subscriptions')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('idempotencyKey')
    .execute();
  for (const { id, status, lastErrorCode, refundedCents } of intents) {
    const about = { intentId: id };
    addEvent('payment_intent.created', id, about);
    if (status !== 'requires_payment_method') addEvent(`payment_intent.${status}`, id, about);
    if (status === 'succeeded') addEvent('charge.succeeded', id, about);
    if (lastErrorCode) addEvent('payment_intent.payment_failed', `${id}_${status}`, about);
    if (refundedCents > 0) addEvent('charge.refunded', `${id}_${refundedCents}`, about);
  }
  for (const { id, subscriptionId, status, attempts } of invoices) {
    const about = { subscriptionId };
    if (status === 'paid') addEvent('invoice.paid', id, about);
    if (status === 'open' && attempts > 0) addEvent('invoice.payment_failed', `${id}_${attempts}`, about);
  }
  for (const { id, status, priceCents, endsAtPeriodEnd } of plans) {
    addEvent('customer.subscription.created', id, { subscriptionId: id });
    addEvent('customer.subscription.updated', `${id}_${status}_${priceCents}_${endsAtPeriodEnd}`, {
      subscriptionId: id,
    });
    if (status === 'canceled') addEvent('customer.subscription.deleted', id, { subscriptionId: id });
  }
  return events;
}
