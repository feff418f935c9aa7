import type { DriverStop } from '../../../contract/drivers.ts';
import { type DateKey, dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import { capitalized } from '../../ui/text/capitalized.ts';

/** The texts about a stop on the driver's screens (DRIVER-7). */

type Named = Pick<DriverStop, 'customerFirstName' | 'customerLastName' | 'customerName'>;

/** Returns the first and last name, else a single name, else "Customer". */
export function customerNameOf({ customerFirstName, customerLastName, customerName }: Named): string {
  const [first, last, single] = [customerFirstName, customerLastName, customerName].map((name) => name?.trim() ?? '');
  return first && last ? `${first} ${last}` : single || first || last || 'Customer';
}

/** Returns the typed number of bags, 0 to 999; undefined for anything else. */
export function parseCount(typed: string): number | undefined {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : undefined;
}

export function pickupsTextOf(count: number): string {
  return count === 1 ? '1 pickup' : `${count} pickups`;
}

/** Returns the fixed text of DRIVER-9, which is plural even for one pickup. */
export function morePickupsText(count: number): string {
  return `+ ${count} more pickups`;
}

const serviceTypes: Readonly<Record<string, string>> = {
  subscription: 'Subscription',
  'same-day': 'Same-Day',
  'next-day': 'Next-Day',
};

export function serviceTextOf(serviceType: string | null | undefined): string {
  return serviceTypes[serviceType ?? ''] ?? 'One-time pickup';
}

export function scheduledTextOf(scheduledDate: string | null, today: DateKey): string {
  const date = scheduledDate ? dateKeyOf(new Date(scheduledDate)) : today;
  return date === today ? 'Today' : formatDateKey(date);
}

const payments: Readonly<Record<string, string>> = { paid: 'Paid', pending: 'Unpaid' };

export function paymentTextOf(paymentStatus: string): string {
  return payments[paymentStatus] ?? capitalized(paymentStatus);
}
