import type { BillingItem } from '../../../contract/payments.ts';
import { bagsText, type ServiceType } from '../../../contract/pickups.ts';
import { textToCents } from '../../../contract/values/money.ts';
import { planOf } from '../../../contract/values/prices.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { BillingSubject, ChargeRow, UnpaidRow } from './billing.store.ts';

/**
 * Returns a ledger row as the customer sees it. A refund is a separate item with a negative amount and the status
 * `succeeded`, because clients show unknown statuses as failed.
 */
export function presentCharge(row: ChargeRow): BillingItem {
  const isRefund = row.status === 'refunded' || row.status === 'refund_failed';
  const subject = describe(row, row.movedAt);
  return {
    id: row.id,
    type: isRefund ? 'refund' : typeOf(row),
    description: isRefund ? `Refund: ${subject}` : subject,
    date: row.movedAt.toISOString(),
    amount: isRefund ? negative(row.refundAmount ?? row.amount) : row.amount,
    ...(hasCredit(row) && { credit: row.credit }),
    status: row.status === 'refunded' ? 'succeeded' : row.status === 'refund_failed' ? 'failed' : row.status,
    pickupId: row.pickupId,
    failureReason: row.failureReason,
    hasReceipt: row.status === 'succeeded',
  };
}

/** Returns whether plan credit changed the price of a month. */
export function hasCredit({ credit }: Pick<ChargeRow, 'credit'>): boolean {
  return textToCents(credit) !== 0;
}

/** Returns a pickup that isn't paid yet as a pending item with the pickup's id. */
export function presentUnpaid(row: UnpaidRow): BillingItem {
  return {
    id: row.id,
    type: typeOf(row),
    description: describe(row, row.createdAt),
    date: row.createdAt.toISOString(),
    amount: row.amount,
    status: 'pending',
    pickupId: row.pickupId,
    failureReason: null,
    hasReceipt: false,
  };
}

const pickupNames: Record<ServiceType, string> = {
  'one-time': 'One-time pickup',
  'same-day': 'Same-day pickup',
  'next-day': 'Next-day pickup',
  subscription: 'Pickup of your plan',
};

/** Returns "Same-day pickup, 8 bags, Sat, Nov 21" or "Clean & Carry, monthly plan". */
export function describe(
  { packageType, serviceType, bagCount, scheduledDate }: BillingSubject,
  writtenAt: Date,
): string {
  if (packageType) return `${planOf(packageType).name}, monthly plan`;
  if (!serviceType || bagCount === null) return 'Card payment';
  const parts = [pickupNames[serviceType], bagsText(bagCount), scheduledDate && dayOf(scheduledDate, writtenAt)];
  return parts.filter(Boolean).join(', ');
}

/** Returns the New York day of a pickup, with the year when it differs from the item's year. */
function dayOf(scheduledDate: Date, writtenAt: Date): string {
  const day = dateKeyOf(scheduledDate);
  const year = day.slice(0, 4);
  return year === dateKeyOf(writtenAt).slice(0, 4) ? formatDateKey(day) : `${formatDateKey(day)}, ${year}`;
}

function typeOf({ packageType, serviceType }: BillingSubject): string {
  return packageType ? 'subscription' : (serviceType ?? 'one-time');
}

function negative(amount: string): string {
  return /[1-9]/.test(amount) ? `-${amount}` : amount;
}
