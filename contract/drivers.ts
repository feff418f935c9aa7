import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';

/** A stop: the pickup and whom the driver meets there. `bags` and `distanceFromPrevious` are for the map view. */
export const DriverStop = z.extend(Pickup, {
  customerFirstName: z.nullable(z.string()),
  customerLastName: z.nullable(z.string()),
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
  bags: z.int(),
  distanceFromPrevious: z.nullable(z.number()),
});
export type DriverStop = z.output<typeof DriverStop>;

export const DriverDay = z.object({
  date: z.string(),
  dayName: z.string(),
  isTomorrow: z.boolean(),
  pickups: z.array(DriverStop),
});
export type DriverDay = z.output<typeof DriverDay>;

/** Keyed by New York date: earlier days with assigned pickups (overdue), today with its done stops too, later days. */
export const DriverSchedule = z.record(z.string(), DriverDay);
export type DriverSchedule = z.output<typeof DriverSchedule>;

export const getDriverRoute = endpoint({
  method: 'GET',
  path: '/api/driver/route',
  access: 'driver',
  response: DriverSchedule,
  errors: [],
});

export const getFullRoute = endpoint({
  method: 'GET',
  path: '/api/driver/full-route',
  access: 'driver',
  response: DriverSchedule,
  errors: [],
});

export const maxBulkStops = 500;

export const completeBulk = endpoint({
  method: 'POST',
  path: '/api/driver/complete-bulk',
  access: 'driver',
  body: z.object({
    pickupIds: z
      .array(z.string().check(z.maxLength(100)), { error: 'Please select at least one pickup' })
      .check(
        z.minLength(1, 'Please select at least one pickup'),
        z.maxLength(maxBulkStops, 'Please select at most 500 pickups'),
      ),
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** How many stops this call really completed; a repeated call answers 0. */
    completed: z.int(),
    pickups: z.array(Pickup),
    /** Ids that name no stop of this driver that can be completed now. */
    ignoredIds: z.array(z.string()),
    nextWeekPickups: z.array(Pickup),
  }),
  errors: [400],
});

export const getDriverStats = endpoint({
  method: 'GET',
  path: '/api/driver/stats',
  access: 'driver',
  response: z.object({
    totalPickups: z.int(),
    completedPickups: z.int(),
    totalDistance: z.nullable(z.string()),
    hoursWorked: z.nullable(z.string()),
  }),
  errors: [],
});
