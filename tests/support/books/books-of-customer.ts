import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { addDays, dateKeyOf } from '../../../contract/values/time/dates.ts';
import { daysIn, mostReportDays } from '../../../contract/values/time/report-periods.ts';
import type { MoneyMovement, ProviderRefund } from '../../../server/external/payments/payment-provider.ts';
import { readLedger } from '../../../server/payments/reconcile/read-ledger.ts';
import type { Services } from '../../../server/services.ts';
import type { Person } from '../accounts/people.ts';
import type { TestApp } from '../app.ts';

/** The books of one customer on all sides: the provider, the ledger, and every page and report that shows a sum. */

export interface Sides {
  /** Services whose processes don't die. */
  readonly services: Services;
  readonly call: TestApp['call'];
  readonly admin: Person;
  readonly customer: Person;
}

const sumOf = <T>(list: readonly T[], centsOfOne: (one: T) => number): number =>
  list.reduce((sum, one) => sum + centsOfOne(one), 0);

/**
 * Finds where the customer's pages, the dispatcher's and the reports say another sum than the ledger, and ledger rows
 * that the provider doesn't have. True at any time, however much is still to be recorded. The world has one customer.
 */
export async function findSumFaults(sides: Sides): Promise<string[]> {
  const { services, call, admin, customer } = sides;
  const lines = await linesOf(sides);
  const netCents = ledgerNetOf(lines);
  const faults: string[] = [];
  const compare = (where: string, text: string) => {
    if (text !== centsToText(netCents)) faults.push(`${where} says $${text}, the ledger $${centsToText(netCents)}`);
  };
  const read = async (path: string, { token }: Person) => (await call('GET', path, { token })).body;
  const summary = await read('/api/billing-summary', customer);
  compare('the billing summary', summary.totalSpent);
  for (const [path, person] of [
    ['/api/billing-history', customer],
    [`/api/admin/customers/${customer.id}/billing`, admin],
  ] as const) {
    const items: { amount: string }[] = await read(`${path}?status=succeeded&limit=100`, person);
    if (items.length < 100) compare(path, centsToText(sumOf(items, ({ amount }) => centsOf(amount))));
  }
  const now = services.clock();
  const from = lines.map(({ movedAt, createdAt }) => dateKeyOf(movedAt ?? createdAt)).sort()[0] ?? dateKeyOf(now);
  const to = addDays(dateKeyOf(now), 1);
  if (daysIn({ from, to }) <= mostReportDays) {
    const report = await read(`/api/admin/reports/money?from=${from}&to=${to}`, admin);
    compare('the report of money', report.total.net);
  }
  const open = await services.db
    .selectFrom('charge_refunds')
    .selectAll()
    .where('customerId', '=', customer.id)
    .where('refusedAt', 'is not', null)
    .where('status', 'in', ['asked', 'refused'])
    .execute();
  const delayed = open.filter(({ status, nextTryAt }) => status === 'refused' || nextTryAt !== null);
  const [shown, are] = [summary.delayedRefunds, delayed].map((list: { id: string; amount: string }[]) =>
    list.map(({ id, amount }) => `${id} ${amount}`).sort(),
  );
  if (shown?.join() !== are?.join()) faults.push(`Billing shows the delayed refunds [${shown}] instead of [${are}]`);
  return [...faults, ...(await findReceiptFaults(sides, lines)), ...(await findInvented(sides, lines))];
}

type Line = Awaited<ReturnType<typeof linesOf>>[number];

async function linesOf({ services, customer }: Sides) {
  return await services.db.selectFrom('payment_history').selectAll().where('customerId', '=', customer.id).execute();
}

function ledgerNetOf(lines: readonly Line[]): number {
  return sumOf(lines, ({ status, amount, refundAmount }) => {
    if (status === 'succeeded') return centsOf(amount);
    return status === 'refunded' ? -centsOf(refundAmount ?? amount) : 0;
  });
}

async function findReceiptFaults({ call, customer }: Sides, lines: readonly Line[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { id, stripePaymentIntentId: intentId, status } of lines) {
    if (status !== 'succeeded') continue;
    const { body } = await call('GET', `/api/receipts/${id}`, { token: customer.token });
    const own = lines.filter((line) => line.id === id || (intentId && line.stripePaymentIntentId === intentId));
    const total = centsToText(ledgerNetOf(own));
    if (body.total !== total) faults.push(`the receipt of ${intentId} says $${body.total}, the ledger $${total}`);
  }
  return faults;
}

/** Finds rows of the ledger that the provider has no movement for. */
async function findInvented({ services: { payments } }: Sides, lines: readonly Line[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { status, stripePaymentIntentId: intentId, providerRefundId, paymentMethod, ...line } of lines) {
    if (intentId === null || (status !== 'succeeded' && status !== 'refunded')) continue;
    const truth = await payments.getPayment(intentId);
    const about = `the ledger's ${status} of ${intentId}`;
    if (status === 'succeeded') {
      const isThere = truth?.status === 'succeeded' && truth.amountCents === centsOf(line.amount);
      if (!isThere) faults.push(`${about} is $${line.amount}, and the provider's charge another`);
      continue;
    }
    const cents = centsOf(line.refundAmount ?? '0');
    const refund = truth?.refunds.find(({ id }) => id === providerRefundId);
    const disputes = paymentMethod === 'dispute' ? await payments.listDisputes(intentId) : [];
    const isLost = disputes.some(({ id, state, amountCents }) => {
      return id === providerRefundId && state === 'lost' && amountCents === cents;
    });
    // The bank may have returned it a moment ago.
    if (!isLost && refund?.amountCents !== cents) faults.push(`${about} for $${line.refundAmount} is not there`);
  }
  return faults;
}

/**
 * Finds where the provider and our books differ once everything has been recorded: the customer's net, refunds on their
 * way, each refund of ours, and the ledger line by line.
 */
export async function findDifferences(sides: Sides): Promise<string[]> {
  const { services } = sides;
  const { db, payments } = services;
  const faults = await findSumFaults(sides);
  const lines = await linesOf(sides);
  const { movements, payerId } = await movementsOf(sides);
  const openCents = await sumOpenDisputes(sides, movements);
  const theirs = sumOf(movements, ({ amountCents }) => amountCents) + openCents;
  const ours = ledgerNetOf(lines);
  if (theirs !== ours) faults.push(`the provider has ${theirs} cents of ${payerId}, the ledger ${ours}`);
  const span = { since: new Date(0), until: new Date(services.clock().getTime() + 1) };
  faults.push(...(await readLedger(services, span)).differences);
  const rows = await db.selectFrom('charge_refunds').selectAll().where('customerId', '=', sides.customer.id).execute();
  const intentIds = new Set(movements.flatMap(({ intentId }) => intentId ?? []));
  const there: ProviderRefund[] = [];
  for (const id of intentIds) there.push(...((await payments.getPayment(id))?.refunds ?? []));
  const [pending, sent] = [there.filter(({ status }) => status === 'pending'), rows.filter(isSent)];
  const pendingCents = sumOf(
    pending.filter(({ idempotencyKey }) => rows.some(({ key }) => key === idempotencyKey)),
    (one) => one.amountCents,
  );
  const sentCents = sumOf(sent, ({ amount }) => centsOf(amount));
  if (pendingCents !== sentCents) faults.push(`${pendingCents} cents are on their way, ${sentCents} by our books`);
  for (const { key, status, amount, settledAs } of rows) {
    const own = there.filter(({ idempotencyKey, status: state }) => idempotencyKey === key && state !== 'failed');
    const isMade = own.length === 1 && own[0]?.amountCents === centsOf(amount);
    const isExpected = (status === 'done' && settledAs === null) || status === 'sent';
    if (isExpected && !isMade) faults.push(`the refund ${key} is ${status}, and at the provider ${own.length} times`);
    if (!isExpected && own.length > 0) faults.push(`the refund ${key} is ${status}, and made at the provider`);
  }
  return faults;
}

const isSent = ({ status }: { status: string }) => status === 'sent';

/** Lists the provider's movements of the customer's charges. */
async function movementsOf({ services, customer }: Sides): Promise<{ movements: MoneyMovement[]; payerId: string }> {
  const users = services.db.selectFrom('users').select('stripeCustomerId').where('id', '=', customer.id);
  const payerId = (await users.executeTakeFirstOrThrow()).stripeCustomerId ?? '';
  const all: MoneyMovement[] = [];
  for await (const one of services.payments.listMovements({ since: new Date(0) })) all.push(one);
  const own = new Set(all.filter(({ customerId }) => customerId === payerId).map(({ intentId }) => intentId));
  return { payerId, movements: all.filter(({ intentId }) => own.has(intentId)) };
}

/** The bank holds the money of an open dispute, and the ledger doesn't count it as returned yet. */
async function sumOpenDisputes({ services }: Sides, movements: readonly MoneyMovement[]): Promise<number> {
  let sum = 0;
  for (const { kind, id, intentId, amountCents } of movements) {
    if (kind !== 'dispute' || intentId === null) continue;
    const dispute = (await services.payments.listDisputes(intentId)).find((one) => one.id === id);
    if (dispute?.state === 'open') sum -= amountCents;
  }
  return sum;
}
