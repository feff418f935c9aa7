import * as z from 'zod/mini';

/** How exact a place is: the door, the street, or the center of the ZIP code. */
export const precisions = ['address', 'street', 'area'] as const;
export const Precision = z.enum(precisions);
export type Precision = z.output<typeof Precision>;

/** A place on Earth. Latitude and longitude are in degrees. */
export const Place = z.object({ latitude: z.number(), longitude: z.number(), precision: Precision });
export type Place = z.output<typeof Place>;

/** Returns a pickup's `coordinates`, such as "39.93720,-75.15810". Five decimals are about one meter. */
export function coordinatesText({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

/** Returns the place of a pickup; null when its coordinates are missing or invalid. */
export function placeOf(pickup: { coordinates: string | null; coordinatesPrecision: Precision | null }): Place | null {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = (pickup.coordinates ?? '').split(',').map(toNumber);
  if (more.length > 0 || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  return { latitude, longitude, precision: pickup.coordinatesPrecision ?? 'address' };
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
