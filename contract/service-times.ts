import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './values/shapes.ts';

/** The time that stops take: as set by the operator, and as measured on completed days (TRUCK-90 to TRUCK-95). */

/** The minimum number of stops for a measurement. */
export const leastMeasuredStops = 200;

export const stopSecondsRange = { min: 60, max: 600 } as const;
export const bagSecondsRange = { min: 5, max: 60 } as const;

export const ServiceSeconds = z.object({
  /** The time for every stop, whatever its bags. */
  stopSeconds: z.int().check(z.minimum(stopSecondsRange.min), z.maximum(stopSecondsRange.max)),
  /** The additional time for each bag. */
  bagSeconds: z.int().check(z.minimum(bagSecondsRange.min), z.maximum(bagSecondsRange.max)),
});
export type ServiceSeconds = z.output<typeof ServiceSeconds>;

const seconds = { stopSeconds: z.int(), bagSeconds: z.int() };

export const ServiceTimes = z.object({
  /** The newest measurement; null before the first. */
  measured: z.nullable(
    z.object({
      id: Id,
      ...seconds,
      /** The number of measured stops, and the first and last of their days. */
      stops: z.int(),
      from: z.string(),
      until: z.string(),
    }),
  ),
  /** The times in the operator's settings. They may be outside the ranges of measured times. */
  set: z.object(seconds),
  /** The times that routes use now. */
  used: z.object({ ...seconds, isMeasured: z.boolean() }),
});
export type ServiceTimes = z.output<typeof ServiceTimes>;

export const getServiceTimes = endpoint('GET', '/api/admin/service-times', 'admin', {
  response: ServiceTimes,
  errors: [],
});

/**
 * Makes routes use the times of a measurement, or the set times (null). 404 for an unknown measurement, 409
 * `changed_meanwhile` when there is a newer one, or when another admin has just changed the settings.
 */
export const chooseServiceTimes = endpoint('PUT', '/api/admin/service-times', 'admin', {
  body: z.object({
    measurementId: z.nullable(z.uuid({ error: 'Please choose a measurement, or the set times' })),
  }),
  response: ServiceTimes,
  errors: [400, 404, 409],
});
