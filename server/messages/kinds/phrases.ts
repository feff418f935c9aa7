import { pickupPath } from '../../../contract/pages.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { dateKeyOf, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import type { Facts, Words } from './kind.ts';

/** Phrases that several kinds of messages share. */

/** Returns a pickup's day: "Saturday, November 21". */
export function longDay({ scheduledDate }: Pick<PickupRow, 'scheduledDate'>): string {
  return scheduledDate ? formatDateKey(dateKeyOf(scheduledDate), 'long') : 'a date to be set';
}

/** Returns "8 bags", or "up to 8 bags" for a plan's stop, whose number is a limit. */
export function whatToPutOut({ bagCount, subscriptionId }: Pick<PickupRow, 'bagCount' | 'subscriptionId'>): string {
  return `${subscriptionId === null ? '' : 'up to '}${bagsText(bagCount)}`;
}

/** Returns the link that needs no sign-in, or the pickup's page if there is none. */
export function linkToLiveDay(facts: Facts): NonNullable<Words['button']> {
  return facts.liveUrl ? { label: 'See how far we are', url: facts.liveUrl } : linkToPickup(facts);
}

export function linkToPickup({
  pickup,
  settings,
}: { pickup: Pick<PickupRow, 'id'> } & Pick<Facts, 'settings'>): NonNullable<Words['button']> {
  return { label: 'See your pickup', url: `${settings.appUrl}${pickupPath(pickup.id)}` };
}

export function linkToDesk({ settings }: Facts): NonNullable<Words['button']> {
  return { label: 'Open the dashboard', url: `${settings.appUrl}/admin` };
}
