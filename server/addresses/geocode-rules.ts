import type { Place, Precision } from '../../contract/values/places.ts';

/** Pure rules about addresses: when two texts are the same address, and which of a geocoder's places to use. */

export type PlaceSource = 'google' | 'census' | 'zip' | 'lookup' | 'sample';
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Street types and their Postal Service abbreviations. */
const suffixes: Readonly<Record<string, string>> = {
  ...{ alley: 'aly', avenue: 'ave', av: 'ave', boulevard: 'blvd', circle: 'cir', court: 'ct', drive: 'dr' },
  ...{ highway: 'hwy', lane: 'ln', parkway: 'pkwy', pike: 'pike', place: 'pl', plaza: 'plz', road: 'rd' },
  ...{ square: 'sq', street: 'st', terrace: 'ter', way: 'way' },
};
const allSuffixes = new Set(Object.entries(suffixes).flat());
const directions: Readonly<Record<string, string>> = { north: 'n', south: 's', east: 'e', west: 'w' };
const units: Readonly<Record<string, string>> = { apartment: 'apt', suite: 'ste', floor: 'fl' };

/**
 * Units within a building: "Apt 3", "Suite 12345", "Unit #2", "#2", "Fl 3". "FL 33101" is a state and a ZIP code, not a
 * floor.
 */
const unitPatterns = [
  /(?<![\p{L}\p{N}])(?:apartment|apt|unit|suite|ste|room|rm)(?:\.? ?#? ?)(?:\p{L}?\d[\p{L}\p{N}-]*|\p{L})(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])(?:floor|fl)\.? ?\d{1,3}(?![\p{L}\p{N}])/giu,
  /# ?[\p{L}\p{N}-]+/giu,
];
const states =
  'al|ak|az|ar|ca|co|ct|dc|de|fl|ga|hi|id|il|in|ia|ks|ky|la|me|md|ma|mi|mn|ms|mo|mt|ne|nv|nh|nj|nm|ny|nc|nd|oh|ok|or|pa|pr|ri|' +
  'sc|sd|tn|tx|ut|vt|va|vi|wa|wv|wi|wy|pennsylvania|new jersey|delaware';
/** ZIP codes: five digits after a state, or at the end of the text, with or without the country after them. */
const zipPatterns = [
  new RegExp(`[ ,](?:${states})[ ,.]{1,3}(\\d{5})(?:-\\d{4})?(?![\\p{L}\\p{N}-])`, 'giu'),
  /(?<![\p{L}\p{N}-])(\d{5})(?:-\d{4})?(?:[ ,.]{1,3}(?:usa|us|united states(?: of america)?))?[ ,.]{0,3}$/giu,
];

/** The end of nearly all addresses. Matching it first saves the full parsing, which matters for lists of thousands. */
const usualEnd = /\S, (?:PA|NJ|DE) (\d{5})$/;

/** Returns the ZIP code in an address, or null. A house number or a suite number doesn't count. */
export function zipOf(address: string): string | null {
  const usual = usualEnd.exec(address);
  if (usual?.[1]) return usual[1];
  const place = withoutUnit(address);
  for (const pattern of zipPatterns) {
    const found = [...place.matchAll(pattern)].at(-1);
    if (found?.[1] && found.index > 0) return found[1];
  }
  return null;
}

/** Removes the unit within the building from an address. */
function withoutUnit(address: string): string {
  const text = address.replace(/\s+/g, ' ');
  return unitPatterns
    .reduce((left, pattern) => left.replace(pattern, ' '), text)
    .replace(/\s+/g, ' ')
    .replace(/(?: ?,)+ ?/g, ', ')
    .replace(/^[ ,]+/, '')
    .trim();
}

/** A house number: "1127-29 ", "12B " or "742 1/2 ", but not "9th ". */
const houseNumber = /^\d+(?!(?:st|nd|rd|th)\b)\p{L}?(?:[-–/]\d+\p{L}?)?(?: \d+\/\d+)? (?=\S)/iu;

/**
 * Returns an address without its house number, unit and city: "1127 S 9th St, Philadelphia, PA 19147" → "S 9th St,
 * 19147". If it recognizes no house number, it returns only the ZIP code, because the rest may be anything.
 */
export function areaOf(address: string): string {
  const numbered = withoutUnit(address)
    .split(', ')
    .find((part) => houseNumber.test(part));
  const street = numbered?.replace(houseNumber, '').trim();
  return [street, zipOf(address)].filter(Boolean).join(', ');
}

/**
 * Returns the key that an address is stored under. Texts that differ only in case, spaces, punctuation, country and
 * abbreviations have the same key. The key of a text without letters and digits is empty.
 */
export function addressKeyOf(address: string): string {
  const words = address
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d{5})-\d{4}(?!\d)/g, '$1')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ (usa|us|united states|united states of america)$/, '')
    .replace(/ pennsylvania( \d{5})?$/, ' pa$1')
    .split(' ');
  return words.map((word, index) => shortened(word, words[index + 1])).join(' ');
}

/** Returns the house number and street of an address, without the unit, normalized like `addressKeyOf`. */
export function streetKeyOf(address: string): string {
  const parts = withoutUnit(address).split(',').map(addressKeyOf);
  return parts.find((part) => part !== '') ?? '';
}

/** Abbreviates a word, so that "South 10th Street" and "S 10th St" are the same street. South Street keeps its name. */
function shortened(word: string, next: string | undefined): string {
  const direction = ownValue(directions, word);
  if (direction && next && !allSuffixes.has(next)) return direction;
  return ownValue(suffixes, word) ?? ownValue(units, word) ?? word;
}

function ownValue(words: Readonly<Record<string, string>>, word: string): string | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined;
}

/** Returns the text to send to a geocoder. An address without ZIP code and state is assumed to be in Philadelphia. */
export function questionOf(address: string): string {
  const text = address.replace(/\s+/g, ' ').trim();
  const namesState = /(?:,\s*[a-z]{2}|[\s,](?:pa|nj|de|pennsylvania|new jersey|delaware))\.?$/i.test(text);
  const namesCity = /philadelphia/i.test(text);
  return zipOf(text) || namesState ? text : `${text}${namesCity ? '' : ', Philadelphia'}, PA`;
}

/** The center of our service area. Distances of addresses without a ZIP code are measured from here. */
const home: Point = { latitude: 39.9526, longitude: -75.1652 };
/** No address is farther than this from the center of its ZIP code. */
const farthestMiles = 30;
const farthestFromHomeMiles = 100;

/**
 * Returns the first of the geocoder's places that can be the address, else the center of its ZIP code, else null.
 * Passes over a place outside the country or far from the ZIP code that the customer wrote: it is another address with
 * the same name. If the ZIP code is known, also passes over a place with the precision `area`, which is no better than
 * the center of the ZIP code.
 */
export function choosePlace<Found extends Place, Source extends PlaceSource>(
  places: readonly Found[],
  source: Source,
  zipMiddle: Point | undefined,
): (Found & { source: Source }) | (Place & { source: 'zip' }) | null {
  const isBelievable = (place: Place) =>
    isInUsa(place) &&
    milesBetween(place, zipMiddle ?? home) <= (zipMiddle ? farthestMiles : farthestFromHomeMiles) &&
    !(zipMiddle && place.precision === 'area');
  const place = places.find(isBelievable);
  if (place) return { ...place, source };
  return zipMiddle ? { ...zipMiddle, precision: 'area', source: 'zip' } : null;
}

/**
 * Rough bounds of the states (south, north, west, east): the contiguous ones, Alaska, Hawaii, Puerto Rico and the
 * Virgin Islands.
 */
const statesBoxes = [
  [24.4, 49.5, -125, -66.9],
  [51, 71.5, -180, -129.9],
  [18.8, 22.3, -160.3, -154.7],
  [17.6, 18.6, -67.4, -64.5],
] as const;

export function isInUsa({ latitude, longitude }: Point): boolean {
  return statesBoxes.some(
    ([south, north, west, east]) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  );
}

const earthRadiusMiles = 3_958.8;

/** Returns the great-circle distance in miles. */
export function milesBetween(one: Point, other: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const havLatitude = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const havLongitude = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const cosines = Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude));
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(havLatitude + cosines * havLongitude)));
}

/** Google's terms allow storing its coordinates for 30 days. */
const googleStorageMs = 30 * 24 * 60 * 60_000;

/** Returns the cutoff: places that Google returned before this instant must be deleted. */
export function googleForgottenBefore(now: Date): Date {
  return new Date(now.getTime() - googleStorageMs);
}

/**
 * Returns true if another lookup would find nothing better: a geocoder has responded, even without a result, and
 * Google's place may still be stored.
 */
export function isFinal(
  place: { lastError: string | null; source: PlaceSource | null; updatedAt: Date },
  now: Date,
): boolean {
  return place.lastError === null && !(place.source === 'google' && place.updatedAt < googleForgottenBefore(now));
}

/** A place in the form of a pickup's columns. */
export interface Located {
  coordinates: string | null;
  coordinatesPrecision: Precision | null;
  fullAddress: string | null;
}

/**
 * Returns the address in one line with its ZIP code: the customer's own text if it has a ZIP code, else the geocoder's
 * match, which may be null.
 */
export function fullAddressOf(address: string, matched: string | null): string | null {
  return zipOf(address) ? address.replace(/\s+/g, ' ').trim() : matched;
}
