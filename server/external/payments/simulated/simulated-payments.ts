import { type Db, inTransaction } from '../../../database/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import { requireSum } from '../payment-parts.ts';
import type { MoneyMovement, PaymentProvider, ProviderPayment } from '../payment-provider.ts';
import { refundRefused, refundTooLarge } from '../refund-refusals.ts';
import { disputeOf, refundStateOf, refusalCodeOf } from './bank.ts';
import { tryCard } from './cards.ts';
import { simulatedCredits } from './credits.ts';
import { makeIntent, newId, presentIntent, storedKeyOf, tryIntent } from './intents.ts';
import {
  changeOpenIntent,
  findIntent,
  insertRefund,
  listMoves,
  listRefunds,
  lockIntent,
  type Moved,
} from './payments.store.ts';
import { simulatedSubscriptions } from './subscriptions.ts';

/**
 * The payment provider of test mode: it charges no real money. It has its own tables and behaves like Stripe in what
 * the app relies on: idempotency keys, an intent that is paid once and stays payable after a declined card, monthly
 * plans. The contract suite (payment-provider.test.ts) checks that.
 */
export function simulatedPayments(db: Db, clock: () => Date = () => new Date()): PaymentProvider {
  async function getPayment(intentId: string): Promise<ProviderPayment | null> {
    const intent = await findIntent(db, intentId);
    if (!intent) return null;
    return presentIntent(intent, intent.refundedCents > 0 ? await listRefunds(db, intentId) : [], clock());
  }
  async function require(intentId: string): Promise<ProviderPayment> {
    const payment = await getPayment(intentId);
    if (!payment) throw new Refusal(404, 'Payment not found');
    return payment;
  }
  return {
    ...simulatedSubscriptions(db, clock),
    ...simulatedCredits(db, clock),
    getPayment,
    // The customer id is derived from the user id, so nothing has to be stored.
    ensureCustomer: async ({ userId }) => newId('cus', userId),
    ensurePlans: async () => {},
    // The simulated provider has no screens that would show these.
    updateCustomer: async () => {},
    tagPayment: async () => {},
    async createPayment({ about, ...wanted }) {
      if (about) requireSum(about, wanted.amountCents);
      return await require((await makeIntent(db, wanted)).id);
    },
    async cancelPayment(intentId) {
      await changeOpenIntent(db, intentId, { status: 'canceled' });
      return await require(intentId);
    },
    async refundPayment(intentId, refund) {
      await inTransaction(db, async (trx) => await giveBack(trx, intentId, refund, clock()));
      return await require(intentId);
    },
    async listDisputes(intentId) {
      const intent = await findIntent(db, intentId);
      const dispute = intent && disputeOf(intent, await listRefunds(db, intentId), clock());
      return dispute ? [dispute] : [];
    },
    listMovements: (span) => movements(db, span, clock),
    async confirmTest(intentId, paymentMethodId) {
      tryCard(paymentMethodId);
      await inTransaction(db, async (trx) => await tryIntent(trx, intentId, paymentMethodId, clock()));
      return await require(intentId);
    },
  };
}

async function giveBack(
  trx: Db,
  intentId: string,
  { amountCents, idempotencyKey }: { amountCents?: number; idempotencyKey: string },
  now: Date,
): Promise<void> {
  const intent = await lockIntent(trx, intentId);
  if (!intent) return;
  const rows = await listRefunds(trx, intentId);
  const { refunds, refundedCents } = presentIntent(intent, rows, now);
  const storedKey = storedKeyOf(idempotencyKey, refunds);
  if (storedKey === null) return;
  const isPaid = intent.status === 'succeeded';
  const leftCents = isPaid ? intent.amountCents - refundedCents : 0;
  if (amountCents === undefined && isPaid && leftCents === 0) return;
  const wantedCents = amountCents ?? leftCents;
  if (leftCents === 0 || wantedCents > leftCents) throw refundTooLarge();
  const refusalCode = refusalCodeOf(intent, rows, now);
  if (refusalCode !== null) throw refundRefused(refusalCode);
  const refund = { id: newId('re'), intentId, idempotencyKey: storedKey, amountCents: wantedCents, createdAt: now };
  if (!(await insertRefund(trx, refund))) throw refundTooLarge();
}

const pageSize = 100;

async function* movements(
  db: Db,
  { since, until }: { since: Date; until?: Date },
  clock: () => Date,
): AsyncIterable<MoneyMovement> {
  // Leaves out movements made while this reads; the next call returns them.
  const span = { since, until: until ?? new Date(clock().getTime() + 1) };
  for (const kind of ['charge', 'refund', 'dispute'] as const) {
    for (let after: Moved | undefined; ; ) {
      const page = await listMoves(db, kind, { ...span, after }, pageSize);
      for (const moved of page) yield await present(db, kind, moved, clock());
      after = page.at(-1);
      if (page.length < pageSize) break;
    }
  }
}

async function present(db: Db, kind: MoneyMovement['kind'], moved: Moved, now: Date): Promise<MoneyMovement> {
  const { id, at, intentId, customerId, cents, paymentMethodId } = moved;
  if (kind === 'charge') return { kind, id, intentId, customerId, amountCents: cents, at };
  if (kind === 'refund') {
    const { status } = refundStateOf({ paymentMethodId }, { createdAt: at }, now);
    return { kind, id, intentId, customerId: null, amountCents: status === 'failed' ? 0 : -cents, at };
  }
  const charged = { id: intentId, paymentMethodId, paidAt: at, amountCents: cents };
  const dispute = disputeOf(charged, await listRefunds(db, intentId), now);
  const isTaken = dispute?.state === 'open' || dispute?.state === 'lost';
  return { kind, id: dispute?.id ?? id, intentId, customerId: null, amountCents: isTaken ? -cents : 0, at };
}
