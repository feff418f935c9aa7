import { type Db, inTransaction } from '../../../database/transaction.ts';
import { Refusal } from '../../../refusal.ts';
import type { MoneyMovement, PaymentProvider, ProviderPayment } from '../payment-provider.ts';
import { tryCard } from './cards.ts';
import { makeIntent, newId, presentIntent, tryIntent } from './intents.ts';
import { changeOpenIntent, findIntent, insertRefund, listMoves, listRefunds, lockIntent } from './payments.store.ts';
import { simulatedSubscriptions } from './subscriptions.ts';

/**
 * The provider of test mode: no real charge occurs. It keeps its own books in the database and behaves like the real one
 * where it matters: idempotency keys, an intent that is paid once, a refused card that leaves it payable, plans by the
 * month. The contract suite (payment-provider.test.ts) holds it to that.
 */
export function simulatedPayments(db: Db, clock: () => Date = () => new Date()): PaymentProvider {
  async function getPayment(intentId: string): Promise<ProviderPayment | null> {
    const intent = await findIntent(db, intentId);
    if (!intent) return null;
    return presentIntent(intent, intent.refundedCents > 0 ? await listRefunds(db, intentId) : []);
  }
  async function require(intentId: string): Promise<ProviderPayment> {
    const payment = await getPayment(intentId);
    if (!payment) throw new Refusal(404, 'Payment not found');
    return payment;
  }
  return {
    ...simulatedSubscriptions(db, clock),
    getPayment,
    // The same person is always the same customer, so there is nothing to keep.
    ensureCustomer: async ({ userId }) => newId('cus', userId),
    ensurePlans: async () => {},
    async createPayment(wanted) {
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
    // No bank stands behind test cards.
    isDisputed: async () => false,
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
  const before = await listRefunds(trx, intentId);
  if (before.some((refund) => refund.idempotencyKey === idempotencyKey)) return;
  const isPaid = intent.status === 'succeeded';
  const leftCents = isPaid ? intent.amountCents - intent.refundedCents : 0;
  if (amountCents === undefined && isPaid && leftCents === 0) return;
  const wantedCents = amountCents ?? leftCents;
  const refund = { id: newId('re'), intentId, idempotencyKey, amountCents: wantedCents, createdAt: now };
  if (leftCents === 0 || wantedCents > leftCents || !(await insertRefund(trx, refund))) {
    throw new Refusal(409, 'There is not that much left to give back.', { code: 'refund_too_large' });
  }
}

const pageSize = 100;

async function* movements(
  db: Db,
  { since, until }: { since: Date; until?: Date },
  clock: () => Date,
): AsyncIterable<MoneyMovement> {
  // What happens while it reads belongs to the next time.
  const span = { since, until: until ?? new Date(clock().getTime() + 1) };
  for (const kind of ['charge', 'refund'] as const) {
    for (let after: MoneyMovement | undefined; ; ) {
      const page = await listMoves(db, kind, { ...span, after }, pageSize);
      yield* page;
      after = page.at(-1);
      if (page.length < pageSize) break;
    }
  }
}
