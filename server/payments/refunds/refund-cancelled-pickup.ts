import { v7 as newId } from 'uuid';
import { centsOf, centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import { cancelledByCustomer } from '../../pickups/rules.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { readCharge } from '../ledger/store.ts';
import { changePayment, findPaymentOfIntent, lockPayment, type PaymentRow } from '../store.ts';
import { askRefund } from './ask-refund.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { refundKeyOf, restKeyOf } from './rules.ts';
import { sumOpen } from './store.ts';

/** A partial refund for a pickup that its customer cancelled. */
interface Part {
  readonly pickupId: string;
  readonly actorId: string;
  readonly cents: number;
}

/**
 * Asks for a refund of the rest of an intent's charge, or of `part` of it, in the caller's transaction. Returns the
 * amount as decimal text; null when there is nothing to refund or it is already being refunded, and for a disputed
 * charge: its refund waits for the bank's decision.
 */
export async function refundCancelledPickup(
  services: WritesMessages,
  trx: Db,
  intentId: string,
  part?: Part,
): Promise<string | null> {
  const known = await findPaymentOfIntent(trx, intentId);
  if (!known) return null;
  const payment = await lockPayment(trx, known.id);
  // The whole payment was refunded before the pickup was cancelled: only the mark is missing.
  if (payment.status === 'refunded' && payment.pickupId) await markPickupRefunded(services, trx, payment.pickupId);
  if (payment.status !== 'succeeded') return null;
  const { refunded, isDisputed } = await readCharge(trx, intentId);
  const leftCents = centsOf(payment.amount) - centsOf(refunded) - centsOf(await sumOpen(trx, intentId));
  if (isDisputed) await notifyOfDisputed(services, trx, payment, intentId);
  const cents =
    part && part.cents < leftCents
      ? await refundPart(services, trx, payment, part)
      : await refundRest(services, trx, payment, leftCents);
  return cents > 0 && !isDisputed ? centsToText(cents) : null;
}

/** A disputed charge isn't refunded now: the bank could pay it to the cardholder a second time. */
async function notifyOfDisputed(
  services: WritesMessages,
  trx: Db,
  { amount, customerId, pickupId }: PaymentRow,
  intentId: string,
): Promise<void> {
  await notifyOfCharge(
    services,
    trx,
    { customerId, pickupId, intentId },
    {
      title: 'A cancelled pickup is disputed',
      message: (whose) =>
        `The $${amount} ${whose} isn't refunded yet: the cardholder's bank will decide. If it decides for you, the refund is sent then.`,
      type: 'payment_disputed',
    },
  );
}

async function refundRest(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { id, customerId, pickupId, stripePaymentIntentId }: PaymentRow,
  leftCents: number,
): Promise<number> {
  const intentId = stripePaymentIntentId ?? '';
  // Without a rest, the refunds that were asked for before return the whole payment.
  if (leftCents > 0) {
    const key = restKeyOf(id);
    await askRefund(services, trx, { key, intentId, customerId, pickupId, why: 'cancelled', cents: leftCents });
  }
  await changePayment(trx, id, { status: 'refund_pending', updatedAt: services.clock() });
  return Math.max(0, leftCents);
}

async function refundPart(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { customerId, stripePaymentIntentId }: PaymentRow,
  { pickupId, actorId, cents }: Part,
): Promise<number> {
  if (cents <= 0) return 0;
  const id = newId();
  await askRefund(services, trx, {
    ...{ id, key: refundKeyOf(id), intentId: stripePaymentIntentId ?? '', customerId, pickupId },
    ...{ why: 'cancelled', cents, reason: cancelledByCustomer, requestedBy: actorId },
  });
  return cents;
}
