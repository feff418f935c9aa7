import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { IdParams, requiredAddress } from '../values/shapes.ts';
import { WallTime } from '../values/time/wall-time.ts';

/** A driver's truck and pause (docs/product/trucks.md, TRUCK-25 to TRUCK-28). */

export const truckBagsRange = { min: 1, max: 5000 } as const;
export const pauseRange = { min: 5, max: 120 } as const;

/** A pause of `minutes` that must begin between two New York wall times (HH:MM). */
const Pause = z.object({ minutes: z.int(), from: z.string(), until: z.string() });

/** Where a day starts or ends. */
const TruckEnd = z.object({
  /** The truck's own address; null to use the place in the settings. */
  address: z.nullable(z.string()),
  /** Whether the place is known to routes. Always false without an address and a place in the settings. */
  isPlaced: z.boolean(),
});

/** A driver's truck and usual hours. */
export const DriverTruck = z.object({
  /** False when the driver has the default truck of the settings. */
  isOwn: z.boolean(),
  capacityBags: z.int(),
  /** The default capacity of the settings, in bags. */
  settingsBags: z.int(),
  start: TruckEnd,
  end: TruckEnd,
  pause: z.nullable(Pause),
  /** The driver's usual hours. `isOwn` is false when they are the hours of the settings. */
  shift: z.object({ start: z.string(), end: z.string(), isOwn: z.boolean() }),
});
export type DriverTruck = z.output<typeof DriverTruck>;

const bagsText = `Please enter a whole number from ${truckBagsRange.min} to ${truckBagsRange.max}`;
const pauseText = `Please enter whole minutes from ${pauseRange.min} to ${pauseRange.max}`;
const OwnAddress = z.nullable(requiredAddress('Please enter an address, or leave it empty'));

export const DriverTruckBody = z.object({
  capacityBags: z
    .int({ error: bagsText })
    .check(z.minimum(truckBagsRange.min, bagsText), z.maximum(truckBagsRange.max, bagsText)),
  /** Null to use the place in the settings. */
  startAddress: OwnAddress,
  endAddress: OwnAddress,
  /** Null for no pause. */
  pause: z.nullable(
    z.object({
      minutes: z
        .int({ error: pauseText })
        .check(z.minimum(pauseRange.min, pauseText), z.maximum(pauseRange.max, pauseText)),
      from: WallTime,
      until: WallTime,
    }),
  ),
});
export type DriverTruckBody = z.output<typeof DriverTruckBody>;

export const getDriverTruck = endpoint('GET', '/api/admin/drivers/:id/truck', 'admin', {
  params: IdParams,
  response: DriverTruck,
  errors: [404],
});

/**
 * Gives a driver their own truck. Planned routes stay as they are. 400 for a pause whose `from` is after its `until`.
 */
export const setDriverTruck = endpoint('PUT', '/api/admin/drivers/:id/truck', 'admin', {
  params: IdParams,
  body: DriverTruckBody,
  response: DriverTruck,
  errors: [400, 404],
});

/** Removes a driver's own truck, so that the default truck of the settings applies. */
export const removeDriverTruck = endpoint('DELETE', '/api/admin/drivers/:id/truck', 'admin', {
  params: IdParams,
  response: DriverTruck,
  errors: [404],
});
