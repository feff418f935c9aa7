import { completeLines } from '../../../contract/values/charge-lines.ts';
import { centsOf } from '../../../contract/values/money.ts';
import type { Db } from '../../database/transaction.ts';
import type { PaymentAbout, PaymentParts } from '../../external/payments/payment-provider.ts';
import { listLinesOfPayment } from '../lines/lines.store.ts';
import type { PaymentRow } from '../payments.store.ts';
import { isUnassigned } from '../rules.ts';
import { findPurchase } from './billing.store.ts';
import { describe } from './present-billing-item.ts';

/** Describes a payment for the provider's own screens: the words of the receipt, and its parts. No personal data. */
export async function describePayment(db: Db, payment: PaymentRow): Promise<PaymentAbout> {
  const description = describe(await findPurchase(db, payment.id), payment.createdAt);
  return { description, ...(await readParts(db, payment)) };
}

/**
 * Returns what a payment is for, its lines, and our ids of it and of its booking, pickup and plan, as far as they are
 * known.
 */
export async function readParts(db: Db, payment: PaymentRow): Promise<PaymentParts> {
  const { id, purpose, bookingId, pickupId, subscriptionId } = payment;
  return {
    purpose: isUnassigned(payment) ? 'unassigned' : purpose,
    lines: completeLines(await listLinesOfPayment(db, id), centsOf(payment.amount)),
    ids: {
      payment: id,
      ...(bookingId && { booking: bookingId }),
      ...(pickupId && { pickup: pickupId }),
      ...(subscriptionId && { subscription: subscriptionId }),
    },
  };
}
