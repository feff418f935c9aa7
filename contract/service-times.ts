import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id } from './values/shapes.ts';

/** How long stops take: as the operator set it, and as measured on completed days (TRUCK-90 to TRUCK-95). */

/** Fewer stops are too few to measure a time. */
export const leastMeasuredStops = 200;

export const stopSecondsRange = { min: 60, max: 600 } as const;
export const bagSecondsRange = { min: 5, max: 60 } as const;

export const ServiceSeconds = z.object({
  /** What every stop takes, whatever its bags. */
  stopSeconds: z.int().check(z.minimum(stopSecondsRange.min), z.maximum(stopSecondsRange.max)),
  /** What each bag adds. */
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
      /** How many stops were measured, from the first to the last of their days. */
      stops: z.int(),
      from: z.string(),
      until: z.string(),
    }),
  ),
  /** The times of the operator's settings. They may lie outside of what is measured. */
  set: z.object(seconds),
  /** What routes use now. */
  used: z.object({ ...seconds, isMeasured: z.boolean() }),
});
export type ServiceTimes = z.output<typeof ServiceTimes>;

export const getServiceTimes = endpoint('GET', '/api/admin/service-times', 'admin', {
  response: ServiceTimes,
  errors: [],
});

/**
 * Has routes use the times of a measurement, or the set times (null). 404 for an unknown measurement, 409 `changed_meanwhile`
 * when there is a newer one, or when another admin has just changed the settings.
 */
export const chooseServiceTimes = endpoint('PUT', '/api/admin/service-times', 'admin', {
  body: z.object({
    measurementId: z.nullable(z.uuid({ error: 'Please choose a measurement, or the set times' })),
  }),
  response: ServiceTimes,
  errors: [400, 404, 409],
});
