import { nextMonth } from '../../../../contract/values/plan/billing-months.ts';
import type { Db } from '../../../database/transaction.ts';
import type { PlanPrice } from '../payment-provider.ts';
import { requirePayingCard, requireSavedCard } from './cards.ts';
import { lockBalance, readBalance } from './credits.store.ts';
import { dueOf, moveBalance } from './credits.ts';
import { makeIntent, newId, tryIntent } from './intents.ts';
import { changeOpenIntent, findIntent, type SimulatedIntent } from './payments.store.ts';
import {
  changeInvoice,
  changeSubscription,
  endPause,
  findSubscription,
  insertInvoice,
  insertSubscription,
  listChain,
  listInvoices,
  type SimulatedInvoice,
  type SimulatedSubscription,
} from './plans.store.ts';

/** The billing months of a simulated plan: what each one charges, what is owed, and how a cancelled plan is revived. */

/** Ends a plan and voids its open invoices, which returns the credit they used to the balance. */
export async function end(trx: Db, { id, customerId }: SimulatedSubscription, now: Date): Promise<void> {
  if (customerId) await lockBalance(trx, customerId);
  for (const invoice of await listInvoices(trx, id)) {
    if (invoice.status !== 'open') continue;
    if (invoice.intentId) await changeOpenIntent(trx, invoice.intentId, { status: 'canceled' });
    await changeInvoice(trx, invoice.id, { status: 'void' });
    if (customerId) await moveBalance(trx, invoice, { customerId, isReturned: true, now });
  }
  await changeSubscription(trx, id, { status: 'canceled' });
}

/** Returns the card that renewals are charged to; null if none is saved. */
export async function savedCard(db: Db, plan: SimulatedSubscription): Promise<string | null> {
  if (plan.paymentMethodId || !plan.firstIntentId) return plan.paymentMethodId;
  return (await findIntent(db, plan.firstIntentId))?.paymentMethodId ?? null;
}

interface Month {
  /** The key of the intent that pays the month. */
  readonly idempotencyKey: string;
  readonly isFirst: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly isVoid?: boolean;
}

/**
 * Bills a month: the customer's balance pays what it can, and an intent the rest. Returns the intent; undefined when
 * there is nothing to pay.
 */
export async function charge(
  trx: Db,
  { id: subscriptionId, customerId, packageType, priceCents: totalCents }: SimulatedSubscription,
  { idempotencyKey, isVoid = false, ...period }: Month,
  now: Date,
): Promise<SimulatedIntent | undefined> {
  if (customerId) await lockBalance(trx, customerId);
  // A void month uses no credit.
  const balanceCents = customerId && !isVoid ? await readBalance(trx, customerId) : 0;
  const amountCents = dueOf(totalCents, balanceCents);
  const isCovered = amountCents === 0;
  const intent = isVoid || isCovered ? undefined : await makeIntent(trx, { customerId, amountCents, idempotencyKey });
  const invoice: SimulatedInvoice = {
    ...{ id: newId('in'), subscriptionId, intentId: intent?.id ?? null, amountCents, totalCents, ...period },
    ...{ status: isVoid ? 'void' : isCovered ? 'paid' : 'open', paidAt: isCovered ? now : null },
    ...{ attempts: 0, packageType, createdAt: now },
  };
  await insertInvoice(trx, invoice);
  if (customerId) await moveBalance(trx, invoice, { customerId, now });
  return intent;
}

/** Pays every month owed with this card. Throws a 402 Refusal when the card is declined. */
export async function payOpen(trx: Db, { id }: SimulatedSubscription, card: string, now: Date): Promise<void> {
  requirePayingCard(card);
  for (const { intentId, status } of await listInvoices(trx, id)) {
    if (status === 'open' && intentId) await tryIntent(trx, intentId, card, now);
  }
}

/** Returns true if a plan's current month is paid, or if the plan replaced another one on a trial. */
async function isMonthPaid(
  trx: Db,
  { id, periodEnd, billingAnchor }: SimulatedSubscription,
  now: Date,
): Promise<boolean> {
  if (periodEnd <= now) return false;
  // Only the end of a paid month is moved.
  if (billingAnchor?.getTime() === periodEnd.getTime()) return true;
  const invoices = await listInvoices(trx, id);
  return invoices.length === 0 || invoices.some((one) => one.status === 'paid' && one.periodEnd >= periodEnd);
}

/**
 * Ends a pause: pays what is owed, or else charges a month that begins now unless the current one is paid or
 * `keepsMonth` is true. Throws a 402 Refusal when the card is declined, which rolls everything back.
 */
export async function resume(
  trx: Db,
  { id, customerId }: SimulatedSubscription,
  { plan, keepsMonth, now }: { plan: PlanPrice; keepsMonth: boolean; now: Date },
): Promise<void> {
  await lockBalance(trx, customerId ?? id);
  const before = await findSubscription(trx, id);
  if (!before || before.status === 'active' || before.status === 'canceled') return;
  const card = requirePayingCard(await savedCard(trx, before));
  const isOwing = (await listInvoices(trx, id)).some(({ status }) => status === 'open');
  await payOpen(trx, before, card, now);
  if (before.status === 'paused' && !isOwing && !keepsMonth && !(await isMonthPaid(trx, before, now))) {
    const { packageType, priceCents } = plan;
    const period = { periodStart: now, periodEnd: nextMonth(now) };
    await changeSubscription(trx, id, { packageType, priceCents, periodEnd: period.periodEnd, billingAnchor: now });
    const idempotencyKey = `resume:${id}:${now.toISOString()}`;
    const month = { idempotencyKey, isFirst: false, ...period };
    const intent = await charge(trx, { ...before, packageType, priceCents }, month, now);
    if (intent) await tryIntent(trx, intent.id, card, now);
  }
  await changeSubscription(trx, id, { status: 'active' });
}

/** Ends a pause. Unpaid months stay owed. */
export async function unpause(trx: Db, id: string): Promise<void> {
  const isOwing = (await listInvoices(trx, id)).some(({ status }) => status === 'open');
  await endPause(trx, id, isOwing ? 'past_due' : 'active');
}

/**
 * Begins the next month: charges the saved card, or voids the month while the plan is paused. Ends the plan instead if
 * it is set to end with its period. With `ended`, does nothing unless the current period ends at that time.
 */
export async function renew(trx: Db, id: string, ended: Date | undefined, now: Date): Promise<void> {
  const named = await findSubscription(trx, id);
  await lockBalance(trx, named?.customerId ?? id);
  const before = await findSubscription(trx, id);
  if (!before || before.status === 'canceled' || before.status === 'incomplete') return;
  const { periodEnd: periodStart } = before;
  // A parallel call has already begun the next month.
  if (ended !== undefined && periodStart.getTime() !== ended.getTime()) return;
  if (before.endsAtPeriodEnd) {
    await changeSubscription(trx, id, { status: 'canceled' });
    return;
  }
  const isVoid = before.status === 'paused';
  const card = await savedCard(trx, before);
  const first = (await listInvoices(trx, id)).at(-1)?.periodStart ?? periodStart;
  const periodEnd = nextMonth(periodStart, (before.billingAnchor ?? first).getUTCDate());
  const idempotencyKey = `renew:${id}:${periodStart.toISOString()}`;
  const intent = await charge(trx, before, { idempotencyKey, isFirst: false, periodStart, periodEnd, isVoid }, now);
  // A successful charge makes the plan active again.
  await changeSubscription(trx, id, { periodEnd, ...(!isVoid && { status: intent ? 'past_due' : 'active' }) });
  if (intent && card) await tryIntent(trx, intent.id, card, now);
}

/**
 * Creates the successor of a plan that has ended, charges its first month, and returns its id. Throws a 402 Refusal
 * when the card is declined.
 */
export async function revive(trx: Db, ended: SimulatedSubscription, plan: PlanPrice, now: Date): Promise<string> {
  const { root, customerId } = ended;
  if (customerId) await lockBalance(trx, customerId);
  const chain = await listChain(trx, root);
  // Another request has already revived the plan.
  const running = chain.find((one) => one.status !== 'canceled');
  if (running) return running.id;
  const paymentMethodId = requireSavedCard(await savedCard(trx, chain[0] ?? ended));
  const { packageType, priceCents } = plan;
  const idempotencyKey = `revive:${root}:${chain.length}`;
  const id = newId('sub');
  const wanted = { id, root, idempotencyKey, customerId, packageType, priceCents, paymentMethodId };
  const period = { periodStart: now, periodEnd: nextMonth(now) };
  const dates = { periodEnd: period.periodEnd, billingAnchor: null, firstIntentId: null };
  const made = await insertSubscription(trx, { ...wanted, ...dates, status: 'past_due' });
  if (made.id !== id) return made.id;
  const month = { idempotencyKey: `${idempotencyKey}:first`, isFirst: true, ...period };
  const intent = await charge(trx, made, month, now);
  // A declined card throws, which rolls everything back.
  if (intent) await tryIntent(trx, intent.id, requirePayingCard(paymentMethodId), now);
  else await changeSubscription(trx, id, { status: 'active' });
  return id;
}
