import type { Pickup } from '../../contract/pickups.ts';

/** What a customer can do and read about a pickup that may have been missed. Nothing when there is nothing. */
export function MissedPickup({ pickup: _ }: { pickup: Pickup }) {
  return null;
}
