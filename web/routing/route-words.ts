import type { AdminPickup } from '../../contract/pickups.ts';
import type { Route } from '../../contract/routing.ts';
import { centsOf, centsToText } from '../../contract/values/money.ts';
import { type DateKey, formatDateKey } from '../../contract/values/time/dates.ts';
import { dayText, timeText } from '../pickups/pickup-words.ts';
import type { BadgeTone } from '../ui/badge.tsx';

const hoursPerStop = 0.5;

/** Returns "5h" or "3.5h", with half an hour for each stop. */
export function estimateText(stops: number): string {
  return `${stops * hoursPerStop}h`;
}

/** Returns "5 h 40 min", "40 min" or "5 h". */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = Math.round(minutes - hours * 60);
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Returns "14.2 miles" or "1 mile". */
export function milesText(miles: number): string {
  const rounded = Math.round(miles * 10) / 10;
  return rounded === 1 ? '1 mile' : `${rounded.toLocaleString('en-US')} miles`;
}

/** Returns the planned length of a route, "14.2 miles, 5 h 40 min"; null if it wasn't measured. */
export function planText(route: Pick<Route, 'totalDistance' | 'estimatedTime'>): string | null {
  const parts = [
    ...(route.totalDistance === null ? [] : [milesText(Number(route.totalDistance))]),
    ...(route.estimatedTime === null ? [] : [durationText(route.estimatedTime)]),
  ];
  return parts.length === 0 ? null : parts.join(', ');
}

/**
 * Returns "Saved 12.4 miles and 38 minutes compared to the previous order". A day with problems isn't called optimal.
 */
export function savingText(saved: { savedMiles: number; savedMinutes: number }, isAllRight: boolean): string {
  const parts = [
    ...(milesText(saved.savedMiles) === milesText(0) ? [] : [milesText(saved.savedMiles)]),
    ...(Math.round(saved.savedMinutes) === 0 ? [] : [savedTimeText(Math.round(saved.savedMinutes))]),
  ];
  if (parts.length === 0) return isAllRight ? 'Routes are already optimal' : 'No shorter order was found';
  return `Saved ${parts.join(' and ')} compared to the previous order`;
}

function savedTimeText(minutes: number): string {
  if (minutes >= 60) return durationText(minutes);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

export function stopsText(count: number): string {
  return count === 1 ? '1 stop' : `${count.toLocaleString('en-US')} stops`;
}

export function routesText(count: number): string {
  return count === 1 ? '1 route' : `${count.toLocaleString('en-US')} routes`;
}

/** Returns the arrival time in New York. Unplanned stops show "~30min". */
export function etaText(estimatedArrival: string | null): string {
  return estimatedArrival ? timeText(estimatedArrival) : '~30min';
}

/** Returns the total of the stops' amounts in dollars, as "275.00". */
export function revenueOf(stops: readonly Pick<AdminPickup, 'amount'>[]): string {
  return centsToText(stops.reduce((sum, { amount }) => sum + centsOf(amount), 0));
}

const typeTones: Readonly<Record<string, BadgeTone>> = {
  subscription: 'azure',
  'same-day': 'brick',
  'next-day': 'maize',
};

export function typeToneOf(serviceType: string): BadgeTone {
  return typeTones[serviceType] ?? 'neutral';
}

const routeTones: Readonly<Record<string, BadgeTone>> = { active: 'azure', completed: 'leaf' };

export function routeToneOf(status: string): BadgeTone {
  return routeTones[status] ?? 'neutral';
}

/** Turns "718 S 9th St, Philadelphia, PA 19147" into "718 S 9th St". */
export function streetOf(address: string): string {
  return address.split(',')[0]?.trim() || address;
}

/** Returns a route's day as "Today", "Tomorrow" or "Tue, Nov 24". Past days show their date. */
export function routeDayText(day: DateKey, today: DateKey): string {
  return day < today ? formatDateKey(day) : dayText(day, today);
}
