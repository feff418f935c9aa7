import type { Precision } from '../../../contract/values/places.ts';
import { addressKeyOf, streetKeyOf } from '../../addresses/geocode-rules.ts';

/**
 * What a way costs where no road service says so: pure geometry and, where two addresses are known only to lie in the same
 * spot, their street and house number.
 */

/** Where a way begins or ends. Without an address only where it is counts, and that is known exactly unless it says otherwise. */
export interface TravelPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly precision?: Precision;
  readonly address?: string;
}

/** Streets wind: a way is longer than the line by about this much. */
export const detour = 1.25;
const earthRadiusMeters = 6_371_009;
const metersPerSecondOfMph = 0.447_04;
/** Two places nearer than this are the same spot: coordinates are kept with five decimals, about a meter. */
const sameSpotMeters = 1.5;
/** From a street of an area to another, before the house numbers. */
const otherStreetMeters = 300;
/** What house numbers alone can make, however far apart. */
const mostNumberMeters = 300;
/** So many house numbers, a block, are half of that. */
const block = 100;

/** A place as the ways from it are reckoned: on the unit sphere, so that no date line is in the way. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Known only to lie somewhere around here. */
  readonly isArea: boolean;
  readonly street: string;
  readonly house: number;
  readonly door: string;
}

/** What is needed of a place to reckon its ways, worked out once. */
export function spotOf({ latitude, longitude, precision, address = '' }: TravelPlace): Spot {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  const radius = Math.cos(phi);
  const isArea = precision === 'area';
  return {
    ...{ x: radius * Math.cos(lambda), y: radius * Math.sin(lambda), z: Math.sin(phi), isArea },
    ...{ door: addressKeyOf(address), ...streetOf(address) },
  };
}

/** The street and the house number of an address, as in "s 9th st" and 718; one without a number is all street. */
function streetOf(address: string): { street: string; house: number } {
  const key = streetKeyOf(address);
  const [, number = '', street = key] = /^(\d{1,6})\S* (.+)$/.exec(key) ?? [];
  return { street, house: Number(number) };
}

/** Meters between two spots as a vehicle goes, without knowing the roads. */
export function metersBetween(from: Spot, to: Spot): number {
  const [x, y, z] = [from.x - to.x, from.y - to.y, from.z - to.z];
  // Not Math.hypot, which takes several times as long.
  const chord = Math.sqrt(x * x + y * y + z * z);
  const line = 2 * earthRadiusMeters * Math.asin(Math.min(1, chord / 2));
  return line < sameSpotMeters ? metersWithin(from, to) : line * detour;
}

/**
 * Meters between two addresses of which no more is known than that both lie at this spot, the middle of a ZIP code, say. It
 * keeps streets together and their houses in order: along a street what the numbers say, to another street a few hundred
 * meters more, so that no way is shorter by a turn into another street. The same door is no way, and neither are two
 * doors that both are known to be here: they are in one building.
 */
export function metersWithin(from: Spot, to: Spot): number {
  if (!from.isArea && !to.isArea) return 0;
  if (from.door === to.door || from.door === '' || to.door === '') return 0;
  const numbers = Math.abs(from.house - to.house);
  const along = (mostNumberMeters * numbers) / (numbers + block);
  return from.street === to.street ? Math.max(1, along) : otherStreetMeters + along;
}

/** Seconds for a way of so many meters. Rounded up, so that a way by a third place is never shorter. */
export function secondsFor(meters: number, speedMph: number): number {
  return Math.ceil(meters / (speedMph * metersPerSecondOfMph));
}
