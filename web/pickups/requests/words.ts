import type { pickupSorts } from '../../../contract/pickups/lists.ts';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/time/dates.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { countedText } from '../../ui/text/count-text.ts';
import { dayText } from '../pickup-words.ts';
import { maxRequestsShown, type RequestStatus } from './filters.ts';

export const filterLabels: Record<RequestStatus, string> = {
  all: 'All',
  pending: 'Pending',
  assigned: 'Assigned',
  completed: 'Completed',
  issue: 'Issues',
  incomplete: 'Incomplete',
  cancelled: 'Cancelled',
};

export const sortLabels: Record<(typeof pickupSorts)[number], string> = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  soonest: 'Date, earliest',
  latest: 'Date, latest',
};

/** "#3f2a91bc": the last eight characters of an id. The first ones encode the time and are often equal. */
export function shortIdOf(id: string): string {
  return `#${id.slice(-8)}`;
}

/** Returns the typical revenue of an urgent service type, as a hint for the dispatcher; null for other types. */
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

/** "Nov 20, 4:12 PM", New York time. */
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

/** Returns the part of the list that is shown: "11–20 of 142 requests". `total` is a count text. */
export function shownTextOf(shown: number, page: number, total: string): string {
  const before = (page - 1) * maxRequestsShown;
  const requests = countedText(total, 'request');
  return before === 0 && String(shown) === total ? requests : `${before + 1}–${before + shown} of ${requests}`;
}

/** Returns why a filtered list is empty (ADMIN-26). The filter 'Cancelled' has its own text. */
export function emptyTextOf(status: RequestStatus): string {
  if (status === 'all') return 'Package requests will appear here';
  if (status === 'cancelled') return 'No cancelled requests';
  return `No ${status} requests pending`;
}
