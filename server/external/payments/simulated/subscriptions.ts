import { lineOf } from '../../../../contract/values/charge-lines.ts';
import { nextMonth } from '../../../../contract/values/plan/billing-months.ts';
import { type Db, inTransaction } from '../../../database/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { PlanProvider, ProviderInvoice, ProviderSubscription } from '../payment-provider.ts';
import { creditPending, unusedCents } from '../unused-credit.ts';
import { describePlanCard, requirePayingCard } from './cards.ts';
import { listBalance, lockBalance } from './credits.store.ts';
import { presentCredit } from './credits.ts';
import { newId } from './intents.ts';
import { charge, end, payOpen, renew, resume, revive, savedCard, unpause } from './months.ts';
import { changeOpenIntent } from './payments.store.ts';
import {
  changeSubscription,
  deleteUnusedSetup,
  findCardSetup,
  findSubscription,
  findSubscriptionByKey,
  insertCardSetup,
  insertSubscription,
  listChain,
  listInvoices,
  type SimulatedInvoice,
  type SimulatedSubscription,
  setEndsAtPeriodEnd,
  setSetupCard,
} from './plans.store.ts';

/** The interval at which Stripe would retry a declined renewal. The simulated provider never retries. */
const retryMs = 3 * 24 * 60 * 60 * 1000;

/** The monthly plans of test mode. No month begins automatically: `renewTest` begins the next one. */
export function simulatedSubscriptions(db: Db, clock: () => Date): PlanProvider {
  const reread = async (id: string) => present((await findSubscription(db, id)) as SimulatedSubscription);

  return {
    async createSubscription(wanted) {
      const { id, firstIntentId } = await inTransaction(db, async (trx) => await create(trx, wanted, clock()));
      return { ...(await reread(id)), firstIntentId: firstIntentId ?? '' };
    },
    async getSubscription(id) {
      const found = await current(db, id);
      return found ? present(found) : null;
    },
    async abandonSubscription(id) {
      const before = await exactly(db, id);
      const { firstIntentId, customerId } = before;
      await inTransaction(db, async (trx) => {
        if (customerId) await lockBalance(trx, customerId);
        const given = firstIntentId && (await changeOpenIntent(trx, firstIntentId, { status: 'canceled' }));
        if (given) await end(trx, before, clock());
      });
      return await reread(id);
    },
    async cancelSubscription(id) {
      const before = await exactly(db, id);
      await inTransaction(db, async (trx) => await end(trx, before, clock()));
      return await reread(id);
    },
    async cancelAtPeriodEnd(id) {
      const running = await require(db, id);
      await setEndsAtPeriodEnd(db, running.id, true);
      return await reread(running.id);
    },
    async keepRenewing(id) {
      const running = await require(db, id);
      await setEndsAtPeriodEnd(db, running.id, false);
      return await reread(running.id);
    },
    async pauseSubscription(id) {
      const running = await require(db, id);
      if (running.status !== 'canceled') await changeSubscription(db, running.id, { status: 'paused' });
      return await reread(running.id);
    },
    async resumeSubscription(id, plan, { keepsMonth = false } = {}) {
      const before = await require(db, id);
      if (before.status === 'incomplete') return present(before);
      const resumed = await inTransaction(db, async (trx) => {
        if (before.status === 'canceled') return await revive(trx, before, plan, clock());
        await resume(trx, before, { plan, keepsMonth, now: clock() });
        return before.id;
      });
      return await reread(resumed);
    },
    async moveRenewal(id, at) {
      const before = await require(db, id);
      if (before.status !== 'canceled') await changeSubscription(db, before.id, { periodEnd: at, billingAnchor: at });
      return await reread(before.id);
    },
    async unpauseSubscription(id) {
      const before = await require(db, id);
      await inTransaction(db, async (trx) => await unpause(trx, before.id));
      return await reread(before.id);
    },
    async changePlan(id, plan) {
      const { packageType, priceCents } = plan;
      const before = await require(db, id);
      if (before.status !== 'canceled') await changeSubscription(db, before.id, { packageType, priceCents });
      return await reread(before.id);
    },
    async listInvoices(id) {
      const plan = await exactly(db, id);
      const invoices = (await listInvoices(db, plan.id)).filter((one) => one.totalCents > 0);
      return invoices.map((one) => presentInvoice(one, plan));
    },
    async cardOf(id) {
      const { status, ...plan } = await require(db, id);
      return status === 'incomplete' ? null : describePlanCard(await savedCard(db, { status, ...plan }));
    },
    ...cards(db, clock),
    async renewTest(id, periodEnd) {
      const before = await require(db, id);
      await inTransaction(db, async (trx) => await renew(trx, before.id, periodEnd, clock()));
      return await reread(before.id);
    },
  };
}

/** Creates a plan and the invoice of its first month, or returns the plan that this key created before. */
async function create(
  trx: Db,
  { customerId, idempotencyKey, packageType, priceCents }: Parameters<PlanProvider['createSubscription']>[0],
  now: Date,
): Promise<SimulatedSubscription> {
  await lockBalance(trx, customerId);
  const before = await findSubscriptionByKey(trx, idempotencyKey);
  if (before && before.priceCents !== priceCents) {
    throw new Error(`the idempotency key ${idempotencyKey} was used for another price`);
  }
  if (before) return before;
  if (unusedCents((await listBalance(trx, customerId)).map(presentCredit)) > 0) throw creditPending();
  const id = newId('sub');
  const period = { periodStart: now, periodEnd: nextMonth(now) };
  const wanted = { id, root: id, idempotencyKey, customerId, packageType, priceCents, paymentMethodId: null };
  const unpaid = { firstIntentId: null, billingAnchor: null, status: 'incomplete' } as const;
  const made = { ...wanted, ...unpaid, periodEnd: period.periodEnd };
  const plan = await insertSubscription(trx, made);
  const month = { idempotencyKey: `${idempotencyKey}:first`, isFirst: true, ...period };
  const firstIntentId = (await charge(trx, plan, month, now))?.id ?? null;
  await changeSubscription(trx, id, { firstIntentId });
  return { ...plan, firstIntentId };
}

function cards(db: Db, clock: () => Date) {
  return {
    async startCardSetup(customerId) {
      const id = newId('seti');
      const setup = { id, clientSecret: newId(`${id}_secret`), customerId };
      await insertCardSetup(db, { ...setup, paymentMethodId: null, createdAt: clock() });
      return { id, clientSecret: setup.clientSecret };
    },
    async saveTestCard(setup, paymentMethodId) {
      const card = requirePayingCard(paymentMethodId);
      if (!(await setSetupCard(db, setup, card))) throw new Refusal(404, 'Payment not found');
    },
    async closeCardSetup(setupId) {
      await deleteUnusedSetup(db, setupId);
    },
    async applySavedCard(id, setupId) {
      const before = await require(db, id);
      const setup = await findCardSetup(db, setupId);
      const card = setup?.customerId === before.customerId ? setup?.paymentMethodId : null;
      if (!card) throw new Refusal(402, "The card wasn't saved. Please try again.", { code: 'card_not_saved' });
      await changeSubscription(db, before.id, { paymentMethodId: card });
      if (before.status !== 'canceled' && before.status !== 'incomplete') {
        await inTransaction(db, async (trx) => await payOpen(trx, before, card, clock()));
      }
      return present(await exactly(db, before.id));
    },
  } satisfies Partial<PlanProvider>;
}

async function exactly(db: Db, id: string): Promise<SimulatedSubscription> {
  const found = await findSubscription(db, id);
  if (!found) throw new Refusal(404, 'Subscription not found');
  return found;
}

/**
 * Returns the subscription with this id. If it has ended, returns the running subscription of its chain, else the one
 * that was paid last. Returns undefined for an unknown id.
 */
async function current(db: Db, id: string): Promise<SimulatedSubscription | undefined> {
  const named = await findSubscription(db, id);
  if (named?.status !== 'canceled') return named;
  const newestFirst = await listChain(db, named.root);
  const running = newestFirst.find((one) => one.status !== 'canceled');
  if (running) return running;
  for (const one of newestFirst) {
    const months = await listInvoices(db, one.id);
    if (one.id === id || months.some(({ status }) => status === 'paid')) return one;
  }
  return named;
}

async function require(db: Db, id: string): Promise<SimulatedSubscription> {
  return (await current(db, id)) ?? (await exactly(db, id));
}

function present(row: SimulatedSubscription): ProviderSubscription {
  const { id, status, packageType, priceCents, periodEnd } = row;
  const endsAtPeriodEnd = row.endsAtPeriodEnd && status !== 'canceled';
  return { id, status, packageType, priceCents, currentPeriodEnd: periodEnd, endsAtPeriodEnd };
}

function presentInvoice(row: SimulatedInvoice, plan: SimulatedSubscription): ProviderInvoice {
  const { subscriptionId: _, ...invoice } = row;
  const isRetried = row.status === 'open' && !row.isFirst;
  const nextAttemptAt = isRetried ? new Date(row.createdAt.getTime() + row.attempts * retryMs) : null;
  const creditCents = row.status === 'void' ? 0 : row.totalCents - row.amountCents;
  const packageType = row.packageType ?? plan.packageType;
  // Test cards need no confirmation at a bank, so there is no page to pay on. No invoice is ever a draft, and nobody
  // adds lines to one.
  const lines = [lineOf('plan-month', row.totalCents)];
  const own = { planCents: row.totalCents, lines, draftError: null, payUrl: null };
  return { ...invoice, ...own, creditCents, packageType, nextAttemptAt };
}
