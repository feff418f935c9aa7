import { type DateKey, formatDateKey, serviceTimeZone } from '../../contract/dates.ts';
import { centsToText, textToCents } from '../../contract/money.ts';
import type { AdminPickup } from '../../contract/pickups.ts';
import { dayText } from '../pickups/pickup-words.ts';
import type { BadgeTone } from '../ui/badge.tsx';

/** How routes and their stops are spoken of on the dispatcher's screens. */

/** SPEC section 9, Estimates: what a stop takes on the admin's screen. */
const hoursPerStop = 0.5;

/** "5h", "3.5h": half an hour a stop. */
export function estimateText(stops: number): string {
  return `${stops * hoursPerStop}h`;
}

export function stopsText(count: number): string {
  return count === 1 ? '1 stop' : `${count.toLocaleString('en-US')} stops`;
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: serviceTimeZone,
  hour: 'numeric',
  minute: '2-digit',
});

/** When the driver is expected, in New York; SPEC section 2 where nobody has planned it. */
export function etaText(estimatedArrival: string | null): string {
  return estimatedArrival ? timeFormat.format(new Date(estimatedArrival)) : '~30min';
}

/** What the stops bring together, as money travels: "275.00". */
export function revenueOf(stops: readonly Pick<AdminPickup, 'amount'>[]): string {
  return centsToText(stops.reduce((sum, { amount }) => sum + (textToCents(amount) ?? 0), 0));
}

const typeTones: Readonly<Record<string, BadgeTone>> = {
  subscription: 'azure',
  'same-day': 'brick',
  'next-day': 'maize',
};

/** The colour of a type's badge; its word says the same. */
export function typeToneOf(serviceType: string): BadgeTone {
  return typeTones[serviceType] ?? 'neutral';
}

/** "available" → "Available", for a status that the server may have more of one day. */
export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** A day of a route: "Today", "Tomorrow", "Tue, Nov 24"; overdue days by their date. */
export function routeDayText(day: DateKey, today: DateKey): string {
  return day < today ? formatDateKey(day) : dayText(day, today);
}
