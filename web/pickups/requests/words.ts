import type { AdminPickup } from '../../../contract/pickups.ts';
import { type DateKey, dateKeyOf, serviceTimeZone } from '../../../contract/values/dates.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { countedText, countTextOf, shownText } from '../../ui/count-text.ts';
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

/** How much of the list is shown: "Showing 10 of 43 requests". */
export function shownTextOf(shown: number, matching: number | undefined, filters: RequestFilters): string {
  const requests = countedText(String(shown), 'request');
  if (shown < maxRequestsShown) return requests;
  if (filters.q) return `The first ${requests} that match`;
  return matching === undefined || matching <= shown ? requests : shownText(shown, countTextOf(matching), 'request');
}

export function emptyTextOf(status: RequestStatus): string {
  return status === 'all' ? 'Package requests will appear here' : `No ${status} requests pending`;
}
