import * as z from 'zod/mini';

/** A place on the earth, in degrees, and how exact it is: the door, the street, or only the ZIP code's middle. */
export const precisions = ['address', 'street', 'area'] as const;
export const Precision = z.enum(precisions);
export type Precision = z.output<typeof Precision>;

export const Place = z.object({ latitude: z.number(), longitude: z.number(), precision: Precision });
export type Place = z.output<typeof Place>;

/** "39.93720,-75.15810": a pickup's `coordinates`; five decimals are about a meter. */
export function coordinatesText({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

/** The place that a pickup's fields name; null where they name none, or nonsense. */
export function placeOf(pickup: { coordinates: string | null; coordinatesPrecision: Precision | null }): Place | null {
  const [latitude = Number.NaN, longitude = Number.NaN, ...more] = (pickup.coordinates ?? '').split(',').map(toNumber);
  if (more.length > 0 || !(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  return { latitude, longitude, precision: pickup.coordinatesPrecision ?? 'address' };
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}
