import { centsOf, centsToText } from '../../../contract/values/money.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { ProviderPayment } from '../../external/payments/payment-provider.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { lockCharge, sumLost } from '../ledger/ledger.store.ts';
import { findPaymentOfIntent } from '../payments.store.ts';
import { changeRefund, findRefund, lockRefund, type RefundRow } from './refunds.store.ts';
import { refuseRefund } from './refuse-refund.ts';
import { returnedElsewhere } from './rules.ts';
import { syncRefunds } from './sync-refunds.ts';

/**
 * Tries a refund that is asked for or was refused: looks for it at the provider, sends what is left of it there, and
 * records what the provider says. Safe to run again, also in parallel: the refund keeps one idempotency key for life.
 *
 * While the charge is disputed the refund waits, because the bank could pay the cardholder a second time. Throws 503
 * while the provider is unavailable, which is no refusal.
 */
export async function sendRefund(services: Services, refundId: string): Promise<void> {
  const known = await findRefund(services.db, refundId);
  if (!known || !isOpen(known)) return;
  await endUnusedPlan(services, known);
  const truth = await services.payments.getPayment(known.intentId);
  const refund = await prepare(services, refundId, truth);
  if (refund) await trySending(services, refund);
  await syncRefunds(services, known.intentId);
}

const isOpen = ({ status }: RefundRow) => status === 'asked' || status === 'refused';

/** A plan that could not be started must not be charged again. */
async function endUnusedPlan({ db, payments }: Services, { why, intentId }: RefundRow): Promise<void> {
  if (why !== 'unused') return;
  const payment = await findPaymentOfIntent(db, intentId);
  if (payment?.stripeSubscriptionId) await payments.cancelSubscription(payment.stripeSubscriptionId);
}

/** Returns the refund with the amount to send; undefined when there is nothing to send now. */
async function prepare(
  services: Services,
  refundId: string,
  truth: ProviderPayment | null,
): Promise<RefundRow | undefined> {
  return await inTransaction(services.db, async (trx) => {
    const found = await findRefund(trx, refundId);
    // Lock order: the charge before its refunds, as in syncRefunds.
    const charge = found && (await lockCharge(trx, found.intentId));
    const refund = await lockRefund(trx, refundId);
    if (!refund || !isOpen(refund)) return undefined;
    const updatedAt = services.clock();
    if (charge?.disputedAt) {
      await changeRefund(trx, refundId, { status: 'asked', nextTryAt: null, updatedAt });
      return undefined;
    }
    if (truth?.status !== 'succeeded') {
      await refuseRefund(services, trx, refund, { refusal: 'The payment provider does not know this charge.' });
      return undefined;
    }
    if (isMade(refund, truth)) return undefined;
    const leftCents = truth.amountCents - truth.refundedCents - centsOf(await sumLost(trx, refund.intentId));
    if (leftCents <= 0) {
      await changeRefund(trx, refundId, { status: 'done', settledAs: returnedElsewhere, nextTryAt: null, updatedAt });
      return undefined;
    }
    // Saved before it is sent, so that a repetition sends the same. It isn't refused again until the provider says so:
    // meanwhile staff can't settle it another way.
    const amount = centsToText(Math.min(centsOf(refund.amount), leftCents));
    return await changeRefund(trx, refundId, { status: 'asked', amount, updatedAt });
  });
}

/** Returns whether the provider has the refund, and its bank hasn't returned it. */
function isMade({ key }: RefundRow, { refunds }: ProviderPayment): boolean {
  return refunds.some(({ idempotencyKey, status }) => idempotencyKey === key && status !== 'failed');
}

async function trySending(services: Services, refund: RefundRow): Promise<void> {
  const { id, intentId, key, amount, tries } = refund;
  const request = { amountCents: centsOf(amount), idempotencyKey: key, refusals: tries };
  try {
    await services.payments.refundPayment(intentId, request);
  } catch (error) {
    // Anything else, such as less left than a moment ago, is tried again from the beginning.
    if (!(error instanceof Refusal) || error.code !== 'refund_refused') throw error;
    await inTransaction(services.db, async (trx) => {
      const locked = await lockRefund(trx, id);
      // Another try may have made it, or counted the same refusal.
      if (!locked || !isOpen(locked) || locked.tries !== refund.tries) return;
      await refuseRefund(services, trx, locked, { refusal: error.message });
    });
  }
}
