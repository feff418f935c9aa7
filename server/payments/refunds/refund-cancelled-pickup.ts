import { v7 as newId } from 'uuid';
import { centsToText } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import { markPickupRefunded } from '../../pickups/payment-marks.ts';
import { cancelledByCustomer } from '../../pickups/rules.ts';
import type { Services, WritesMessages } from '../../services.ts';
import { changePayment } from '../payments.store.ts';
import { askRefund } from './ask-refund.ts';
import { notifyOfCharge } from './notify-of-charge.ts';
import { type PaidCharge, readPaidCharges } from './read-paid.ts';
import { refundKeyOf, restKeyOf } from './rules.ts';

/** A partial refund for a pickup that its customer cancelled. */
interface Part {
  readonly actorId: string;
  readonly cents: number;
}

/**
 * Asks for refunds of the rest of all charges of a pickup, or of `part` of them, newest first, in the caller's
 * transaction. Returns the amount as decimal text; null when there is nothing to refund or it is already being refunded.
 * A disputed charge isn't counted: its refund waits for the bank's decision.
 */
export async function refundCancelledPickup(
  services: WritesMessages,
  trx: Db,
  pickupId: string,
  part?: Part,
): Promise<string | null> {
  const charges = await readPaidCharges(trx, pickupId, 'lock');
  // Everything was refunded before the pickup was cancelled: only the mark is missing.
  if (charges.length > 0 && charges.every(({ payment }) => payment.status === 'refunded')) {
    await markPickupRefunded(services, trx, pickupId);
  }
  let promisedCents = 0;
  let owedCents = part ? part.cents : Number.POSITIVE_INFINITY;
  for (const charge of charges) {
    if (charge.payment.status !== 'succeeded') continue;
    if (charge.isDisputed) await notifyOfDisputed(services, trx, charge);
    const cents =
      part && owedCents < charge.leftCents
        ? await refundPart(services, trx, charge, { ...part, cents: owedCents })
        : await refundRest(services, trx, charge);
    owedCents -= cents;
    if (!charge.isDisputed) promisedCents += cents;
  }
  return promisedCents > 0 ? centsToText(promisedCents) : null;
}

/** A disputed charge isn't refunded now: the bank could pay it to the cardholder a second time. */
async function notifyOfDisputed(
  services: WritesMessages,
  trx: Db,
  { payment: { amount, customerId, pickupId }, intentId }: PaidCharge,
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
  { payment: { id, customerId, pickupId }, intentId, leftCents: cents }: PaidCharge,
): Promise<number> {
  // Without a rest, the refunds that were asked for before return the whole payment.
  if (cents > 0) {
    await askRefund(services, trx, { key: restKeyOf(id), intentId, customerId, pickupId, why: 'cancelled', cents });
  }
  await changePayment(trx, id, { status: 'refund_pending', updatedAt: services.clock() });
  return cents;
}

async function refundPart(
  services: Pick<Services, 'clock' | 'jobs'>,
  trx: Db,
  { payment: { customerId, pickupId }, intentId }: PaidCharge,
  { actorId, cents }: Part,
): Promise<number> {
  if (cents <= 0) return 0;
  const id = newId();
  await askRefund(services, trx, {
    ...{ id, key: refundKeyOf(id), intentId, customerId, pickupId },
    ...{ why: 'cancelled', cents, reason: cancelledByCustomer, requestedBy: actorId },
  });
  return cents;
}
