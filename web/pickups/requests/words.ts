import type { User } from '../../../contract/accounts.ts';
import type { PickupPayment } from '../../../contract/payments.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/dates.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { countedText, countTextOf, shownText } from '../../ui/count-text.ts';
import { moneyText } from '../../ui/money-text.ts';
import { dayText } from '../pickup-words.ts';
import { maxRequestsShown, type RequestFilters, type RequestStatus } from './filters.ts';

export const filterLabels: Record<RequestStatus, string> = {
  all: 'All',
  pending: 'Pending',
  assigned: 'Assigned',
  completed: 'Completed',
  issue: 'Issues',
  incomplete: 'Incomplete',
  cancelled: 'Cancelled',
};

/** "#3f2a91bc": the last eight characters of an id. The first ones encode the time and are often equal. */
export function shortIdOf(id: string): string {
  return `#${id.slice(-8)}`;
}

/** The usual revenue of urgent service types, as a hint for the dispatcher. */
export function priceHintOf(serviceType: string): string | null {
  if (serviceType === 'same-day') return '$25-65';
  return serviceType === 'next-day' ? '$15-50' : null;
}

const createdFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Nov 20, 4:12 PM", New York. */
export function createdTextOf(instant: string): string {
  return createdFormat.format(new Date(instant));
}

export function scheduleOf(
  request: Pick<AdminPickup, 'scheduledDate' | 'status'>,
  today: DateKey,
): { text: string; isOverdue: boolean } {
  if (!request.scheduledDate) return { text: 'No date', isOverdue: false };
  const day = dateKeyOf(new Date(request.scheduledDate));
  return { text: dayText(day, today), isOverdue: day < today && !['completed', 'cancelled'].includes(request.status) };
}

export function paymentStateOf(paymentStatus: string): { label: 'Paid' | 'Unpaid' | 'Refunded'; tone: BadgeTone } {
  if (paymentStatus === 'paid') return { label: 'Paid', tone: 'leaf' };
  return paymentStatus === 'refunded' ? { label: 'Refunded', tone: 'azure' } : { label: 'Unpaid', tone: 'brick' };
}

/** What cancelling the pickup refunds. */
export function refundTextOf(
  request: Pick<AdminPickup, 'paymentStatus' | 'amount' | 'customerUsername'>,
  payment?: Pick<PickupPayment, 'left' | 'isDisputed'>,
): string {
  if (paymentStateOf(request.paymentStatus).label !== 'Paid') return 'There is no payment to refund.';
  if (payment?.isDisputed)
    return 'The payment is disputed. The bank decides who gets the money, so nothing is refunded now.';
  if (payment?.left === '0.00') return 'The payment has already been refunded.';
  const amount = moneyText(payment?.left ?? request.amount);
  return `${amount} will be refunded to ${request.customerUsername ?? 'the customer'}.`;
}

/** "Marcus Hill (marcus)": two drivers may share a name, never a username. */
export function driverLabelOf(driver: Pick<User, 'firstName' | 'lastName' | 'username'>): string {
  const name = [driver.firstName, driver.lastName].filter(Boolean).join(' ');
  return name ? `${name} (${driver.username})` : driver.username;
}

/** How much of the list is shown: "Showing 10 of 43 requests". */
export function shownTextOf(shown: number, matching: number | undefined, filters: RequestFilters): string {
  const requests = countedText(String(shown), 'request');
  if (shown < maxRequestsShown) return requests;
  if (filters.q) return `The first ${requests} that match`;
  return matching === undefined || matching <= shown ? requests : shownText(shown, countTextOf(matching), 'request');
}

/** Why a filtered list is empty. The texts of the filters that are always there are literal; the others read as English. */
export function emptyTextOf(status: RequestStatus): string {
  if (status === 'all') return 'Package requests will appear here';
  if (status === 'issue') return 'No requests with an issue';
  if (status === 'incomplete' || status === 'cancelled') return `No ${status} requests`;
  return `No ${status} requests pending`;
}
