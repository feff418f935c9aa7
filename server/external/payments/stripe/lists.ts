import type Stripe from 'stripe';
import type { MoneyMovement, ProviderDispute } from '../payment-provider.ts';
import type { Ask } from './request.ts';

const pageSize = 100;

interface Page {
  limit: number;
  starting_after?: string;
}

/** Yields all items of a list, newest first. Reads them page by page. */
export async function* everyOne<T extends { id: string }>(
  ask: Ask,
  readPage: (page: Page) => Promise<Stripe.ApiList<T>>,
): AsyncIterable<T> {
  for (let last: string | undefined; ; ) {
    const page: Page = { limit: pageSize, ...(last && { starting_after: last }) };
    const { data, has_more: hasMore } = await ask('list', () => readPage(page));
    yield* data;
    last = data.at(-1)?.id;
    if (!hasMore || last === undefined) return;
  }
}

export async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of all) list.push(one);
  return list;
}

/** Disputes in these states have taken no money or have returned it. */
const harmless = ['won', 'warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'];

/** Yields the provider's ledger of a time span (end excluded): charges, then refunds, then disputes. */
export async function* listMovements(
  { stripe, ask }: { stripe: Stripe; ask: Ask },
  { since, until }: { since: Date; until?: Date },
): AsyncIterable<MoneyMovement> {
  const created = { gte: secondsOf(since), ...(until && { lt: secondsOf(until) }) };
  for await (const charge of everyOne(ask, (page) => stripe.charges.list({ created, ...page }))) {
    if (charge.status === 'succeeded') yield describe('charge', charge, charge.amount_captured);
  }
  for await (const refund of everyOne(ask, (page) => stripe.refunds.list({ created, ...page }))) {
    const isReturned = refund.status === 'failed' || refund.status === 'canceled';
    yield describe('refund', refund, isReturned ? 0 : -refund.amount);
  }
  for await (const dispute of everyOne(ask, (page) => stripe.disputes.list({ created, ...page }))) {
    yield describe('dispute', dispute, harmless.includes(dispute.status) ? 0 : -dispute.amount);
  }
}

/** An inquiry in these states is open: the bank asks about the charge and has taken nothing. */
const asking = ['warning_needs_response', 'warning_under_review'];

export async function listDisputes(
  { stripe, ask }: { stripe: Stripe; ask: Ask },
  intentId: string,
): Promise<ProviderDispute[]> {
  const all = await collect(everyOne(ask, (page) => stripe.disputes.list({ payment_intent: intentId, ...page })));
  return all.map(({ id, status, amount, created }) => {
    return { id, state: disputeState(status), amountCents: amount, createdAt: timeOf(created) };
  });
}

function disputeState(status: Stripe.Dispute.Status): ProviderDispute['state'] {
  if (asking.includes(status)) return 'inquiry';
  if (harmless.includes(status)) return 'won';
  return status === 'lost' ? 'lost' : 'open';
}

function describe(
  kind: MoneyMovement['kind'],
  moved: Stripe.Charge | Stripe.Refund | Stripe.Dispute,
  amountCents: number,
): MoneyMovement {
  const { id, payment_intent, created } = moved;
  const customerId = moved.object === 'charge' ? idOf(moved.customer) : null;
  return { kind, id, intentId: idOf(payment_intent), customerId, amountCents, at: timeOf(created) };
}

/** Returns the id of a reference, whether Stripe sent the id or the expanded object. */
export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}

export function timeOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

/** Returns whole seconds, rounded down so that a span includes all of its first second. */
function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
