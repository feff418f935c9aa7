import { changeOptionsOf, whyNoCancel } from '../../../contract/values/change-policy.ts';
import { centsToText, textToCents } from '../../../contract/values/money.ts';
import { inTransaction } from '../../database/transaction.ts';
import { syncPickupRefunds } from '../../payments/refunds/sync-pickup-refunds.ts';
import { cancelLocked } from '../../pickups/dispatch/cancel-pickup.ts';
import { findOwnPickup } from '../../pickups/find-pickup.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { cancelledByCustomer } from '../../pickups/rules.ts';
import { Refusal } from '../../refusal.ts';
import { readChangeFacts } from '../../routing/read-change-facts.ts';
import type { Services } from '../../services.ts';
import { skipStop } from '../../subscriptions/hold/skip-visit.ts';
import { disputedText, readPaidFor, refundOf } from './read-change-options.ts';

export interface CancelledBooking {
  pickup: PickupRow;
  /** The customer's refund in dollars, as decimal text. */
  refund: string;
}

interface Request {
  customerId: string;
  pickupId: string;
  /** The refund that the customer has seen. */
  expectedRefund: string | number;
}

/**
 * Cancels a customer's own pickup and refunds it by the policy, or skips the visit if it is a plan's stop. Cancelling
 * again changes nothing and returns the earlier refund. Throws 400 (the amount), 404, and 409: `cannot_change` (too
 * late, or resolved), `disputed`, or `refund_changed` with the new refund in `errors.expectedRefund`.
 */
export async function cancelBooking(services: Services, request: Request): Promise<CancelledBooking> {
  const { customerId, pickupId } = request;
  const expectedCents = textToCents(request.expectedRefund);
  if (expectedCents === null || expectedCents < 0) {
    const message = 'Please enter an amount such as 45.00';
    throw new Refusal(400, message, { errors: { expectedRefund: message } });
  }
  await syncWithProvider(services, await findOwnPickup(services.db, customerId, pickupId));
  return await inTransaction(services.db, async (trx) => {
    const before = await findOwnPickup(trx, customerId, pickupId, 'lock');
    // Lock order: the pickup before its payments, as in a dispatcher's cancellation.
    const paid = await readPaidFor(trx, before, 'lock');
    if (before.status === 'cancelled') {
      return { pickup: before, refund: centsToText(paid?.refundedCents ?? 0) };
    }
    if (before.subscriptionId !== null) {
      const pickup = await skipStop(services, trx, before, customerId);
      if (expectedCents !== 0) throw refundChanged('0.00');
      return { pickup, refund: '0.00' };
    }
    const facts = await readChangeFacts(services, trx, before);
    const problem = whyNoCancel(facts);
    if (problem !== null) throw new Refusal(409, problem, { code: 'cannot_change' });
    if (paid?.isDisputed) throw new Refusal(409, disputedText(services), { code: 'disputed' });
    const refundCents = refundOf(changeOptionsOf(facts), paid);
    if (refundCents !== expectedCents) throw refundChanged(centsToText(refundCents));
    const change = { actorId: customerId, reason: cancelledByCustomer, refundCents };
    const pickup = await cancelLocked(services, trx, before, change);
    return { pickup, refund: centsToText(refundCents) };
  });
}

/**
 * Syncs the refunds of the pickup's charges, because a person may have refunded part of it in the provider's own
 * screens. Ignores an unavailable provider (503): an outage must not keep the customer from cancelling.
 */
async function syncWithProvider(services: Services, { id, stripePaymentIntentId }: PickupRow): Promise<void> {
  if (stripePaymentIntentId === null) return;
  try {
    await syncPickupRefunds(services, id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 503) throw error;
    services.log.warn({ err: error, pickupId: id }, 'cancelled without the latest refunds of the provider');
  }
}

function refundChanged(refund: string): Refusal {
  const message = refund === '0.00' ? 'Nothing would be refunded now.' : `$${refund} would be refunded now.`;
  return new Refusal(409, `The refund has changed. ${message}`, {
    code: 'refund_changed',
    errors: { expectedRefund: refund },
  });
}
