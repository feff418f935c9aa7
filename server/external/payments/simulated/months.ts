import type { Db } from '../../../database/transaction.ts';
import type { PlanPrice } from '../payment-provider.ts';
import { requirePayingCard } from './cards.ts';
import { makeIntent, newId, tryIntent } from './intents.ts';
import { changeOpenIntent, findIntent } from './payments.store.ts';
import {
  changeInvoice,
  changeSubscription,
  endPause,
  insertInvoice,
  insertSubscription,
  listChain,
  listInvoices,
  type SimulatedSubscription,
} from './plans.store.ts';

/** The months of a simulated plan: what each charges, what is owed, and how a cancelled plan is revived. */

/** Ends a plan. Its open invoices can no longer be paid. */
export async function end(trx: Db, id: string): Promise<void> {
  for (const invoice of await listInvoices(trx, id)) {
    if (invoice.status !== 'open') continue;
    if (invoice.intentId) await changeOpenIntent(trx, invoice.intentId, { status: 'canceled' });
    await changeInvoice(trx, invoice.id, { status: 'void' });
  }
  await changeSubscription(trx, id, { status: 'canceled' });
}

/** The card that renewals are charged to. */
export async function savedCard(db: Db, plan: SimulatedSubscription): Promise<string | null> {
  if (plan.paymentMethodId || !plan.firstIntentId) return plan.paymentMethodId;
  return (await findIntent(db, plan.firstIntentId))?.paymentMethodId ?? null;
}

/** Inserts the invoice of a month. False when that month already has one. */
export async function charge(
  trx: Db,
  { id: subscriptionId, priceCents }: SimulatedSubscription,
  month: { intentId: string | null; isFirst: boolean; periodStart: Date; now: Date; status?: 'open' | 'void' },
  periodEnd = nextMonth(month.periodStart),
): Promise<boolean> {
  const { intentId, isFirst, periodStart, now, status = 'open' } = month;
  return await insertInvoice(trx, {
    ...{ id: newId('in'), subscriptionId, intentId, amountCents: priceCents, status, isFirst, periodStart },
    ...{ periodEnd, paidAt: null, attempts: 0, createdAt: now },
  });
}

/** Pays every month that is owed. Throws 402 when the card is declined. */
export async function payOpen(trx: Db, { id }: SimulatedSubscription, card: string, now: Date): Promise<void> {
  requirePayingCard(card);
  for (const { intentId, status } of await listInvoices(trx, id)) {
    if (status === 'open' && intentId) await tryIntent(trx, intentId, card, now);
  }
}

/** Ends a pause. What is owed stays owed. */
export async function unpause(trx: Db, id: string): Promise<void> {
  const isOwing = (await listInvoices(trx, id)).some(({ status }) => status === 'open');
  await endPause(trx, id, isOwing ? 'past_due' : 'active');
}

/** The next month: charged to the saved card, or void while it is paused. */
export async function renew(trx: Db, before: SimulatedSubscription, now: Date): Promise<void> {
  const { id, priceCents, customerId, periodEnd: periodStart } = before;
  const isPaused = before.status === 'paused';
  const card = await savedCard(trx, before);
  const idempotencyKey = `renew:${id}:${periodStart.toISOString()}`;
  const intent = isPaused ? null : await makeIntent(trx, { customerId, amountCents: priceCents, idempotencyKey });
  const month = { intentId: intent?.id ?? null, isFirst: false, periodStart, now };
  const first = (await listInvoices(trx, id)).at(-1) ?? month;
  const nextEnd = nextMonth(periodStart, first.periodStart.getUTCDate());
  if (!(await charge(trx, before, { ...month, status: isPaused ? 'void' : 'open' }, nextEnd))) return;
  // A successful charge makes it active again.
  await changeSubscription(trx, id, { periodEnd: nextEnd, ...(!isPaused && { status: 'past_due' }) });
  if (intent && card) await tryIntent(trx, intent.id, card, now);
}

/** Creates the successor of a plan that has ended. Days that are already paid aren't charged again. */
export async function revive(trx: Db, ended: SimulatedSubscription, plan: PlanPrice, now: Date): Promise<string> {
  const chain = await listChain(trx, ended.root);
  // Another request won the race.
  const running = chain.find((one) => one.status !== 'canceled');
  if (running) return running.id;
  const card = requirePayingCard(await savedCard(trx, chain[0] ?? ended));
  const paidTo = await paidUntil(trx, chain);
  const { packageType, priceCents } = plan;
  const { root, customerId } = ended;
  const idempotencyKey = `revive:${root}:${chain.length}`;
  const id = newId('sub');
  const isPaid = paidTo > now;
  const status = isPaid ? 'active' : 'past_due';
  const periodEnd = isPaid ? paidTo : nextMonth(now);
  const wanted = { id, root, idempotencyKey, customerId, packageType, priceCents };
  const made = await insertSubscription(trx, {
    ...wanted,
    status,
    periodEnd,
    paymentMethodId: card,
    firstIntentId: null,
  });
  if (made.id !== id || isPaid) return made.id;
  const key = `${idempotencyKey}:first`;
  const intent = await makeIntent(trx, { customerId, amountCents: priceCents, idempotencyKey: key });
  await charge(trx, made, { intentId: intent.id, isFirst: true, periodStart: now, now });
  await tryIntent(trx, intent.id, card, now);
  return made.id;
}

/** The end of the newest month that is paid and not refunded. */
async function paidUntil(db: Db, chain: SimulatedSubscription[]): Promise<Date> {
  for (const one of chain) {
    for (const { status, intentId, periodEnd } of await listInvoices(db, one.id)) {
      const intent = status === 'paid' && intentId ? await findIntent(db, intentId) : undefined;
      if (intent && intent.refundedCents < intent.amountCents) return periodEnd;
    }
  }
  return new Date(0);
}

/** The same day of the next month, or its last day where the month is shorter. */
export function nextMonth(from: Date, day = from.getUTCDate()): Date {
  const next = new Date(from);
  next.setUTCMonth(next.getUTCMonth() + 1, 1);
  const lastDay = new Date(next);
  lastDay.setUTCMonth(next.getUTCMonth() + 1, 0);
  next.setUTCDate(Math.min(day, lastDay.getUTCDate()));
  return next;
}
