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
import { insertRefund, listRefunds, sumRequested } from './store.ts';
import { syncRefunds } from './sync-refunds.ts';

type Body = z.output<(typeof endpoint)['body']>;
type Shape = z.input<typeof PickupPayment>;

/** Returns the payment of a pickup and its refunds. Throws 404 for an unknown pickup. */
export async function getPickupPayment({ db }: Pick<Services, 'db'>, pickupId: string): Promise<Shape> {
  await requireAdminPickup(db, pickupId);
  const payment = await findPaymentOfPickup(db, pickupId);
  return payment ? await present(db, payment) : nothingPaid;
}

const nothingPaid: Shape = { paid: null, refunded: '0.00', left: '0.00', refunds: [], isDisputed: false };

/**
 * Requests a refund of part or all of a pickup's payment, with a reason. The pickup doesn't change. A job makes the
 * refund. The same `refundKey` is the same refund. Throws 400 (a bad amount, or more than is left), 404, 409 (nothing
 * was paid, nothing is left, or the key was used for another refund), 503 (the provider, which knows the remaining
 * amount, is unavailable).
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
    const twin = (await listRefunds(trx, payment.id)).find(({ id }) => id === body.refundKey);
    if (twin && (twin.amount !== asked.amount || twin.reason !== asked.reason)) throw keyReused();
    if (twin) return;
    await refuseTooMuch(trx, payment, cents);
    const now = services.clock();
    const refund = { ...asked, id: body.refundKey, paymentId: payment.id, pickupId, requestedBy: actorId };
    const made = await insertRefund(trx, { ...refund, createdAt: now });
    if (!made) throw keyReused();
    await services.jobs.enqueue(trx, 'send-refund', { refundId: made.id });
    const details = { refund: `$${asked.amount}`, reason: asked.reason };
    const change = { actorId, action: 'refunded', subject: 'pickup', subjectId: pickupId, details } as const;
    await recordChanges(services, trx, [change]);
  });
  return await getPickupPayment(services, pickupId);
}

function keyReused(): Refusal {
  return new Refusal(409, 'This refund was already sent with a different amount or reason.', { code: 'key_reused' });
}

async function refuseTooMuch(trx: Db, payment: PaymentRow, cents: number): Promise<void> {
  const { left } = await present(trx, payment);
  const leftCents = centsOf(left);
  if (cents <= leftCents) return;
  if (leftCents === 0) throw new Refusal(409, 'All of it has been refunded.', { code: 'nothing_left' });
  throw badAmount(`You can refund up to $${left}.`);
}

function badAmount(message: string): Refusal {
  return new Refusal(400, message, { errors: { amount: message } });
}

async function present(db: Db, payment: PaymentRow): Promise<Shape> {
  const charge = await readCharge(db, payment.stripePaymentIntentId ?? '');
  const paid = centsOf(payment.amount);
  const refunded = centsOf(charge.refunded);
  const requested = centsOf(await sumRequested(db, payment.id));
  const isOpen = payment.status === 'succeeded';
  return {
    paid: payment.amount,
    refunded: centsToText(refunded),
    left: isOpen ? centsToText(Math.max(0, paid - refunded - requested)) : '0.00',
    refunds: (await listRefunds(db, payment.id)).map(({ id, amount, reason, status, createdAt }) => {
      return { id, amount, reason, status, createdAt: createdAt.toISOString() };
    }),
    isDisputed: charge.isDisputed,
  };
}
