import type { Precision } from '../../../contract/values/places.ts';
import { addressKeyOf, streetKeyOf } from '../../addresses/geocode-rules.ts';

/**
 * Estimates distances without a road service: from geometry and, if two addresses have the same approximate
 * coordinates, from their streets and house numbers.
 */

/** Where a leg begins or ends. Coordinates are exact unless `precision` says otherwise. */
export interface TravelPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly precision?: Precision;
  readonly address?: string;
}

/** The detour factor: how much longer a drive is than the straight line. */
export const detour = 1.25;
const earthRadiusMeters = 6_371_009;
const metersPerSecondOfMph = 0.447_04;
/** Places closer than this have the same coordinates, which are stored with five decimals (about a meter). */
const sameSpotMeters = 1.5;
/** The distance between two streets of an area, to which house numbers add. */
const otherStreetMeters = 300;
/** The limit of the distance that house numbers add. */
const maxNumberMeters = 300;
/** House numbers that differ by a block of 100 add half of that limit. */
const block = 100;

/** A place on the unit sphere, where the date line needs no special case, with its parsed address. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** True if the coordinates are only approximate, such as the middle of a ZIP code. */
  readonly isArea: boolean;
  readonly street: string;
  readonly house: number;
  readonly door: string;
}

/** Parses a place once, before its distances to all others are computed. */
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

/**
 * Returns the street and house number of an address, such as "s 9th st" and 718. An address without a number is all
 * street.
 */
function streetOf(address: string): { street: string; house: number } {
  const key = streetKeyOf(address);
  const [, number = '', street = key] = /^(\d{1,6})\S* (.+)$/.exec(key) ?? [];
  return { street, house: Number(number) };
}

/** Returns the estimated driving distance between two spots, in meters. */
export function metersBetween(from: Spot, to: Spot): number {
  const [x, y, z] = [from.x - to.x, from.y - to.y, from.z - to.z];
  // Math.hypot is several times slower.
  const chord = Math.sqrt(x * x + y * y + z * z);
  const line = 2 * earthRadiusMeters * Math.asin(Math.min(1, chord / 2));
  return line < sameSpotMeters ? metersWithin(from, to) : line * detour;
}

/**
 * Returns the estimated meters between two addresses with the same approximate coordinates, such as the middle of a ZIP
 * code. The estimate keeps streets together and their houses in order: house numbers count along a street, and another
 * street is a few hundred meters farther, so that a detour through it never pays off. Returns 0 for the same address,
 * and for two exact addresses at the same coordinates, which are in one building.
 */
export function metersWithin(from: Spot, to: Spot): number {
  if (!from.isArea && !to.isArea) return 0;
  if (from.door === to.door || from.door === '' || to.door === '') return 0;
  const numbers = Math.abs(from.house - to.house);
  const along = (maxNumberMeters * numbers) / (numbers + block);
  return from.street === to.street ? Math.max(1, along) : otherStreetMeters + along;
}

/**
 * Returns the seconds it takes to drive this many meters, rounded up so that a detour through a third place is never
 * faster.
 */
export function secondsFor(meters: number, speedMph: number): number {
  return Math.ceil(meters / (speedMph * metersPerSecondOfMph));
}

const metersPerMile = 1_609.344;

/** Returns meters in miles, rounded to a tenth. */
export function milesOf(meters: number): number {
  return Math.round((10 * meters) / metersPerMile) / 10;
}
