import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';
import { IdParams } from './values/shapes.ts';

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

/**
 * Keyed by New York date: earlier days with assigned pickups (overdue), today with its done stops too, and with those that the
 * driver marked incomplete (they cannot be completed), later days.
 */
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

/** An instant by a phone's clock. What is none counts as not said: it refuses nothing. */
const PhoneTime = z.catch(z.string(), '');

export const maxBulkStops = 500;
/** For so many days a phone without signal may keep what was pressed on it. */
export const phoneDays = 14;

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
    /**
     * When the driver pressed, by the phone's clock, where it was sent later (no signal): the stop's `completedAt`, unless it
     * cannot be (not come yet, before the stop's own day, over 14 days ago), which counts as now.
     */
    pressedAt: z.optional(PhoneTime),
    /** When the phone sent this, by the same clock: by as much as that clock is off, `pressedAt` is put right. */
    sentAt: z.optional(PhoneTime),
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

/** Why a stop could not be done; `other` wants a note. */
export const incompleteReasons = ['not-out', 'no-access', 'extra-items', 'other'] as const;
export const IncompleteReason = z.enum(incompleteReasons, { error: 'Please choose a reason' });
export type IncompleteReason = z.output<typeof IncompleteReason>;

export const incompleteReasonLabels: Record<IncompleteReason, string> = {
  'not-out': 'Nothing was out',
  'no-access': 'No access',
  'extra-items': 'Extra items',
  other: 'Other',
};

export const maxNoteLength = 500;
const Note = z.string().check(z.trim(), z.maxLength(maxNoteLength, 'The note must be less than 500 characters'));

/**
 * An own stop that could not be done. While it is incomplete, sending it again changes nothing, whatever it says: the first reason
 * stands, the note is changed by saveStopNote. With the same `Idempotency-Key` it changes nothing for 30 days, whatever the dispatcher
 * has decided since. 409 where it was pressed, by `pressedAt` and `sentAt`, before the day that the stop has by now. The customer reads
 * the reason, the dispatcher the note too.
 */
export const markStopIncomplete = endpoint({
  method: 'POST',
  path: '/api/driver/pickups/:id/incomplete',
  access: 'driver',
  params: IdParams,
  body: z.object({
    reason: IncompleteReason,
    note: z.nullish(Note),
    /** As for completions: where the driver was last goes by it. */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: Pickup,
  errors: [400, 404, 409],
});

/**
 * The driver's note on an own stop, which the dispatcher reads. An empty one takes it away. With the same `Idempotency-Key` it is
 * written once, and does not replace a newer one.
 */
export const saveStopNote = endpoint({
  method: 'PATCH',
  path: '/api/driver/pickups/:id/note',
  access: 'driver',
  params: IdParams,
  body: z.object({ driverNotes: Note }),
  response: Pickup,
  errors: [400, 404, 409],
});

const DriverCounts = z.object({
  totalPickups: z.int(),
  completedPickups: z.int(),
  /** Miles of the planned routes; null where none was planned. */
  totalDistance: z.nullable(z.string()),
  /** From the first to the last stop that was done, day by day; null before the first. */
  hoursWorked: z.nullable(z.string()),
});

/** The sums over all days of `driver_metrics`, which follow what happens within seconds. */
export const getDriverStats = endpoint({
  method: 'GET',
  path: '/api/driver/stats',
  access: 'driver',
  response: z.extend(DriverCounts, {
    /** The bags of every pickup that this driver has completed. */
    completedBags: z.int(),
    /** The same of the New York day that it is; zero before its first stop. */
    today: DriverCounts,
  }),
  errors: [],
});
