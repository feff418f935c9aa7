import { createHash } from 'node:crypto';
import type { z } from 'zod/mini';
import type { CreatePickupBody } from '../../contract/pickups.ts';
import type { Db } from '../database/transaction.ts';
import { claimKey, findEarlierRequest, type KeyedRequest } from '../idempotency/claim-key.ts';
import {
  bindToPickup,
  type PaidIntent,
  settleNamedPayment,
  settleOpenPayments,
  takePaidIntent,
} from '../payments/settle/booking-payment.ts';
import { getPickup } from '../pickups/find-pickup.ts';
import { makePickup } from '../pickups/make-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { type PricedBooking, priceBooking } from '../pickups/price-booking.ts';
import { Refusal } from '../refusal.ts';
import { requireServed } from '../service-areas/require-served.ts';
import type { Services } from '../services.ts';
import { findTwin } from './booking.store.ts';
import { limitUnpaid } from './limit-unpaid.ts';

type Body = z.output<typeof CreatePickupBody>;

export interface CreatedPickup {
  pickup: PickupRow;
  /** False when an earlier request made the pickup: sending the same booking again changes nothing. */
  isNew: boolean;
}

/** Within this time, an identical booking by the same customer counts as the same booking sent twice. */
export const twinWindowMs = 10 * 60 * 1000;

/**
 * Books a pickup once, however often the request is sent. A repeated request is recognized by, in this order: its
 * Idempotency-Key, the payment that it names, and an identical booking within ten minutes. If the request names no
 * payment, the pickup takes a payment of the same amount that has bought nothing yet. If there is none, the pickup is
 * booked unpaid.
 *
 * Throws:
 * - 400: the input or the price.
 * - 402: the named payment is not paid.
 * - 404: no such payment of this customer.
 * - 409: the Idempotency-Key belongs to another request, the named payment is refunded or disputed, or the booking is
 *   unpaid and we don't serve the address.
 * - 429: as `limitUnpaid` does.
 */
export async function createPickup(
  services: Services,
  request: { customerId: string; body: Body; idempotencyKey: string | undefined; ip?: string },
): Promise<CreatedPickup> {
  const { customerId, body, ip } = request;
  const keyed = request.idempotencyKey
    ? { userId: customerId, key: request.idempotencyKey, requestHash: hashOf(body) }
    : undefined;
  const earlier = keyed && (await findEarlier(services.db, keyed));
  if (earlier) return earlier;

  const named = body.paymentIntentId ? await settleNamedPayment(services, customerId, body.paymentIntentId) : undefined;
  if (named?.pickupId) return { pickup: await getPickup(services.db, named.pickupId), isNew: false };
  const booking = priceBooking(services, body, body.amount);
  if (named && named.amount !== booking.amount) throw new Refusal(400, 'The payment is for a different amount.');
  if (!named) await settleOpenPayments(services, customerId, booking.amount);

  const booker = { customerId, ip: named ? undefined : ip };
  return await limitUnpaid(services, booker, async (trx, requireRoom) => {
    const meanwhile = keyed && (await findEarlier(trx, keyed));
    if (meanwhile) return meanwhile;
    const paid = await takePaidIntent(trx, customerId, booking.amount, named?.paymentId);
    if (paid?.pickupId) return { pickup: await getPickup(trx, paid.pickupId), isNew: false };
    const since = new Date(services.clock().getTime() - twinWindowMs);
    const twin = paid
      ? undefined
      : await findTwin(trx, { customerId, ...booking }, { since, isKeyed: keyed !== undefined, byPhone: false });
    if (!paid && !twin) {
      if (ip !== undefined) await requireServed(trx, booking.address);
      await requireRoom();
    }
    const pickup = twin ?? (await bookPickup(services, trx, customerId, booking, paid));
    if (keyed) await claimKey(trx, keyed, pickup.id);
    return { pickup, isNew: twin === undefined };
  });
}

async function bookPickup(
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
  if (paid) await bindToPickup(services, trx, paid, pickup.id);
  return pickup;
}

/** Finds the pickup that an earlier run of this request made. Throws 409 when the key belongs to another request. */
export async function findEarlier(db: Db, request: KeyedRequest): Promise<CreatedPickup | undefined> {
  const pickupId = await findEarlierRequest(db, request);
  return pickupId === undefined ? undefined : { pickup: await getPickup(db, pickupId), isNew: false };
}

/** Hashes the parsed body, so that whitespace and unknown fields make no difference. */
export function hashOf(body: object): string {
  return createHash('sha256')
    .update(JSON.stringify(body, Object.keys(body).sort()))
    .digest('base64url');
}
