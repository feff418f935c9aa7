import type { z } from 'zod/mini';
import type { refundPickup as endpoint, PickupPayment } from '../../../contract/payments.ts';
import { centsOf, centsToText, textToCents } from '../../../contract/values/money.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { requireAdminPickup } from '../../pickups/find-pickup.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readCharge } from '../ledger/store.ts';
import { findPaymentOfPickup, lockPayment, type PaymentRow } from '../store.ts';
import { askRefund } from './ask-refund.ts';
import { refundKeyOf } from './rules.ts';
import { listRefundsOfIntent, type RefundRow, sumOpen } from './store.ts';
import { syncRefunds } from './sync-refunds.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Shape = z.input<typeof PickupPayment>;

/** Returns the payment of a pickup and its refunds. Throws 404 for an unknown pickup. */
export async function getPickupPayment({ db }: Pick<Services, 'db'>, pickupId: string): Promise<Shape> {
  await requireAdminPickup(db, pickupId);
  const payment = await findPaymentOfPickup(db, pickupId);
  return payment ? await present(db, payment) : nothingPaid;
}

/** The reasons of refunds that nobody gave one for. */
const reasons: Record<RefundRow['why'], string> = {
  asked: 'Refunded by staff',
  cancelled: 'The pickup was cancelled',
  unused: 'The payment bought nothing',
  'late-month': 'The month was charged after the plan had ended',
  'plan-end': 'The plan has ended',
};

const nothingPaid: Shape = { paid: null, refunded: '0.00', left: '0.00', refunds: [], isDisputed: false };

/**
 * Requests a refund of part or all of a pickup's payment, with a reason. The pickup doesn't change. A job makes the
 * refund. The same `refundKey` is the same refund. Throws 400 (a bad amount, or more than is left), 404, 409 (nothing
 * was paid, the charge is disputed, nothing is left, or the key was used for another refund), 503 (the provider, which
 * knows the remaining amount, is unavailable).
 */
export async function requestPartialRefund(
  services: Services,
  actorId: string,
  pickupId: string,
  body: Body,
): Promise<Shape> {
  const cents = textToCents(body.amount);
  if (cents === null || cents <= 0) throw badAmount('Please enter an amount such as 45.00');
  await requireAdminPickup(services.db, pickupId);
  const paidBy = (await findPaymentOfPickup(services.db, pickupId))?.stripePaymentIntentId;
  // A person may have refunded part of it in the provider's own screens.
  if (paidBy) await syncRefunds(services, paidBy);
  await inTransaction(services.db, async (trx) => {
    await requireAdminPickup(trx, pickupId);
    const known = await findPaymentOfPickup(trx, pickupId);
    if (!known) throw new Refusal(409, 'Nothing was paid for this pickup.', { code: 'not_paid' });
    const payment = await lockPayment(trx, known.id);
    const asked = { amount: centsToText(cents), reason: body.reason };
    const intentId = payment.stripePaymentIntentId ?? '';
    const twin = (await listRefundsOfIntent(trx, intentId)).find(({ id }) => id === body.refundKey);
    if (twin && (twin.amount !== asked.amount || twin.reason !== asked.reason)) throw keyReused();
    if (twin) return;
    await requireRefundable(trx, payment, cents);
    const made = await askRefund(services, trx, {
      ...{ id: body.refundKey, key: refundKeyOf(body.refundKey), intentId, customerId: payment.customerId, pickupId },
      ...{ why: 'asked', cents, reason: body.reason, requestedBy: actorId },
    });
    if (!made) throw keyReused();
    const details = { refund: `$${asked.amount}`, reason: asked.reason };
    const change = { actorId, action: 'refunded', subject: 'pickup', subjectId: pickupId, details } as const;
    await recordChanges(services, trx, [change]);
  });
  return await getPickupPayment(services, pickupId);
}

function keyReused(): Refusal {
  return new Refusal(409, 'This refund was already sent with a different amount or reason.', { code: 'key_reused' });
}

async function requireRefundable(trx: Db, payment: PaymentRow, cents: number): Promise<void> {
  const { left, isDisputed } = await present(trx, payment);
  if (isDisputed) throw new Refusal(409, disputed, { code: 'disputed' });
  const leftCents = centsOf(left);
  if (cents <= leftCents) return;
  if (leftCents === 0) {
    const isMade = payment.status === 'refunded' || payment.status === 'succeeded';
    const message = isMade ? 'All of it has been refunded.' : 'All of it is being refunded already.';
    throw new Refusal(409, message, { code: 'nothing_left' });
  }
  throw badAmount(`You can refund up to $${left}.`);
}

const disputed = "This payment is disputed, so it can't be refunded: the cardholder's bank will decide.";

function badAmount(message: string): Refusal {
  return new Refusal(400, message, { errors: { amount: message } });
}

async function present(db: Db, payment: PaymentRow): Promise<Shape> {
  const intentId = payment.stripePaymentIntentId ?? '';
  const charge = await readCharge(db, intentId);
  const paid = centsOf(payment.amount);
  const refunded = centsOf(charge.refunded);
  const open = centsOf(await sumOpen(db, intentId));
  const isOpen = payment.status === 'succeeded';
  return {
    paid: payment.amount,
    refunded: centsToText(refunded),
    left: isOpen ? centsToText(Math.max(0, paid - refunded - open)) : '0.00',
    refunds: (await listRefundsOfIntent(db, intentId)).map((refund) => {
      const { id, amount, status, refusal, settledAs } = refund;
      const reason = refund.reason ?? reasons[refund.why];
      const isRefused = status === 'refused';
      return {
        id,
        amount,
        reason,
        status,
        ...(isRefused && { refusal }),
        settledAs,
        createdAt: refund.createdAt.toISOString(),
      };
    }),
    isDisputed: charge.isDisputed,
  };
}
