import type { Db } from '../../database/transaction.ts';
import type { PaymentAbout, PaymentIds } from '../../external/payments/payment-provider.ts';
import type { PaymentRow } from '../store.ts';
import { describe } from './present-billing-item.ts';
import { findPurchase } from './store.ts';

/** Describes a payment for the provider's own screens: the words of the receipt and our ids. No personal data. */
export async function describePayment(db: Db, payment: PaymentRow): Promise<PaymentAbout> {
  const description = describe(await findPurchase(db, payment.id), payment.createdAt);
  return { description, ids: idsOf(payment) };
}

/** Returns our ids of the payment and of its booking, pickup and plan, as far as they are known. */
export function idsOf({ id: payment, bookingId, pickupId, subscriptionId }: PaymentRow): PaymentIds {
  return {
    payment,
    ...(bookingId && { booking: bookingId }),
    ...(pickupId && { pickup: pickupId }),
    ...(subscriptionId && { subscription: subscriptionId }),
  };
}
