interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

/** Streets are about a quarter longer than the straight line. */
export const roadFactor = 1.25;

const earthRadiusMiles = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** As the crow flies. */
export function milesBetween(one: Degrees, other: Degrees): number {
  const north = Math.sin(radians(other.latitude - one.latitude) / 2);
  const east = Math.sin(radians(other.longitude - one.longitude) / 2);
  const half = north ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * east ** 2;
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(half)));
}
