import { coordinatesText, type Place } from '../../../contract/values/places.ts';
import type { TestApp } from '../app.ts';
import { bookUnpaid } from '../pickups/bookings.ts';

/** Two corners of the city, some miles apart. */
export const south = { latitude: 39.9365, longitude: -75.1583 };
export const west = { latitude: 39.9489, longitude: -75.2135 };

type Spot = Pick<Place, 'latitude' | 'longitude'>;

/** Returns a spot east of another by this many hundredths of a degree (about half a mile each). */
export function eastOf({ latitude, longitude }: Spot, hundredths: number): Spot {
  return { latitude, longitude: longitude + hundredths / 100 };
}

/** Books an unpaid pickup with these coordinates. Returns its id. */
export async function bookAt(
  t: TestApp,
  token: string,
  spot: Spot,
  change: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await bookUnpaid(t, token, change);
  await placeAt(t, id, coordinatesText(spot));
  return id;
}

/** Sets a pickup's coordinates, which may be invalid or null. */
export async function placeAt(t: TestApp, pickupId: string, coordinates: string | null): Promise<void> {
  const known = { coordinates, coordinatesPrecision: coordinates === null ? null : ('address' as const) };
  await t.db.updateTable('pickups').set(known).where('id', '=', pickupId).execute();
}
