import type { PickupPayment } from '../../contract/payments.ts';
import type { AdminPickup } from '../../contract/pickups.ts';
import { moneyText } from '../ui/text/money-text.ts';

/** Returns a sentence about the refund that cancelling the pickup makes. */
export function refundTextOf(
  request: Pick<AdminPickup, 'paymentStatus' | 'amount'> &
    Partial<Pick<AdminPickup, 'customerName' | 'customerUsername'>>,
  payment?: Pick<PickupPayment, 'left' | 'isDisputed'>,
): string {
  if (request.paymentStatus !== 'paid') return 'There is no payment to refund.';
  if (payment?.isDisputed)
    return 'The payment is disputed. The bank decides who gets the money, so nothing is refunded now.';
  if (payment?.left === '0.00') return 'The payment has already been refunded.';
  const amount = moneyText(payment?.left ?? request.amount);
  return `${amount} will be refunded to ${request.customerName ?? request.customerUsername ?? 'the customer'}.`;
}
