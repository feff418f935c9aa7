import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import type { CreatePickupBody } from '../../../contract/pickups.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import {
  bindToPickup,
  type PaidIntent,
  settleNamedPayment,
  settleOpenPayments,
  takePaidIntent,
} from '../../payments/settle/booking-payment.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { findIdempotencyKey, insertIdempotencyKey } from '../idempotency.store.ts';
import type { PickupRow } from '../pickup-row.ts';
import { findPickup, findTwin, lockBookingsOf } from '../store.ts';
import { makePickup } from './make-pickup.ts';
import { type PricedBooking, priceBooking } from './price-booking.ts';

type Body = z.output<typeof CreatePickupBody>;

export interface CreatedPickup {
  pickup: PickupRow;
  /** False when an earlier request made it: the same booking sent again changes nothing. */
  isNew: boolean;
}

/** How long the same words from the same customer count as the same booking sent twice. */
const twinWindowMs = 10 * 60 * 1000;

/**
 * Books a pickup, once (DECISIONS, Pickups). What makes a repeated request the same booking, in this order: its
 * Idempotency-Key, the payment it names, a paid intent of the same amount that bought nothing yet, and last the very
 * same words within ten minutes. Without a payment the pickup is booked unpaid.
 *
 * Throws 400 (input, price), 402 (the named payment is not paid), 404 (no such payment of this customer), 409 (the
 * Idempotency-Key belongs to another request, or the named payment's money goes back).
 */
export async function createPickup(
  services: Services,
  request: { customerId: string; body: Body; idempotencyKey: string | undefined },
): Promise<CreatedPickup> {
  const { customerId, body } = request;
  const idempotency = request.idempotencyKey
    ? { userId: customerId, key: request.idempotencyKey, requestHash: hashOf(body) }
    : undefined;
  const replayed = idempotency && (await replay(services.db, idempotency));
  if (replayed) return replayed;

  const named = body.paymentIntentId ? await settleNamedPayment(services, customerId, body.paymentIntentId) : undefined;
  if (named?.pickupId) return { pickup: await requirePickup(services.db, named.pickupId), isNew: false };
  const booking = priceBooking(services, body, body.amount);
  if (named && named.amount !== booking.amount) throw new Refusal(400, 'The payment is over another amount.');
  if (!named) await settleOpenPayments(services, customerId, booking.amount);

  return await inTransaction(services.db, async (trx) => {
    await lockBookingsOf(trx, customerId);
    const meanwhile = idempotency && (await replay(trx, idempotency));
    if (meanwhile) return meanwhile;
    const paid = await takePaidIntent(trx, customerId, booking.amount, named?.paymentId);
    if (paid?.pickupId) return { pickup: await requirePickup(trx, paid.pickupId), isNew: false };
    const twin = paid
      ? undefined
      : await findTwin(trx, { customerId, ...booking }, sinceFor(services), idempotency !== undefined);
    if (twin && idempotency) await insertIdempotencyKey(trx, { ...idempotency, pickupId: twin.id });
    if (twin) return { pickup: twin, isNew: false };

    const pickup = await insertBooked(services, trx, customerId, booking, paid);
    if (idempotency) await insertIdempotencyKey(trx, { ...idempotency, pickupId: pickup.id });
    return { pickup, isNew: true };
  });
}

async function insertBooked(
  services: Services,
  trx: Db,
  customerId: string,
  booking: PricedBooking,
  paid: PaidIntent | undefined,
): Promise<PickupRow> {
  const { amountCents: _, ...order } = booking;
  const pickup = await makePickup(services, trx, {
    ...order,
    customerId,
    paidByIntentId: paid?.intentId ?? null,
    bookingId: null,
  });
  if (paid) await bindToPickup(trx, paid, pickup.id, services.clock());
  return pickup;
}

async function replay(
  db: Db,
  wanted: { userId: string; key: string; requestHash: string },
): Promise<CreatedPickup | undefined> {
  const earlier = await findIdempotencyKey(db, wanted.userId, wanted.key);
  if (!earlier) return undefined;
  if (earlier.requestHash !== wanted.requestHash) {
    throw new Refusal(409, 'This Idempotency-Key belongs to another request.', { code: 'idempotency_key_reused' });
  }
  return { pickup: await requirePickup(db, earlier.pickupId), isNew: false };
}

async function requirePickup(db: Db, id: string): Promise<PickupRow> {
  const pickup = await findPickup(db, id);
  if (!pickup) throw new Error(`pickup ${id} is named and does not exist`);
  return pickup;
}

function sinceFor(services: Pick<Services, 'clock'>): Date {
  return new Date(services.clock().getTime() - twinWindowMs);
}

/** The parsed body, so that white space and unknown fields make no difference. */
function hashOf(body: Body): string {
  return createHash('sha256')
    .update(JSON.stringify(body, Object.keys(body).sort()))
    .digest('base64url');
}
