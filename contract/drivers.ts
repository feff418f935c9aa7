import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Pickup } from './pickups.ts';
import { DisposalVisit } from './routing/disposal.ts';
import { IdParams } from './values/shapes.ts';
import { PhoneTime } from './values/time/phone-time.ts';

/** A stop: the pickup and its customer. `bags` and `distanceFromPrevious` (miles) are for the map view. */
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
  /** Missing in what a phone stored before this existed. */
  disposalVisits: z.optional(z.array(DisposalVisit)),
  /** Bags that stay on the truck at the end of the day because no visit to a disposal site follows; 0 if it ends empty. */
  leftBags: z.optional(z.int()),
});
export type DriverDay = z.output<typeof DriverDay>;

/**
 * Keyed by New York date: earlier dates with assigned pickups (overdue), today including its completed, incomplete and issue
 * stops, and later dates.
 */
export const DriverSchedule = z.record(z.string(), DriverDay);
export type DriverSchedule = z.output<typeof DriverSchedule>;

export const getDriverRoute = endpoint('GET', '/api/driver/route', 'driver', { response: DriverSchedule, errors: [] });

export const getFullRoute = endpoint('GET', '/api/driver/full-route', 'driver', {
  response: DriverSchedule,
  errors: [],
});

export const maxBulkStops = 500;
/** An action may wait this many days on a phone without signal. */
export const phoneDays = 14;

export const completeBulk = endpoint('POST', '/api/driver/complete-bulk', 'driver', {
  body: z.object({
    pickupIds: z
      .array(z.string().check(z.maxLength(100)), { error: 'Please select at least one pickup' })
      .check(
        z.minLength(1, 'Please select at least one pickup'),
        z.maxLength(maxBulkStops, 'Please select at most 500 pickups'),
      ),
    /**
     * When the driver pressed, by the phone's clock. It becomes the stop's `completedAt`, unless that is impossible (in the
     * future, before the stop's own day, over 14 days ago); then `completedAt` is now.
     */
    pressedAt: z.optional(PhoneTime),
    /** When the phone sent this, by the same clock, which corrects `pressedAt`. */
    sentAt: z.optional(PhoneTime),
    /** The key of each press, by pickup id. A stop whose press was undone is not completed again by the same key. */
    keys: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.minLength(1), z.maxLength(255)))),
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** How many stops this call really completed; a repeated call returns 0. */
    completed: z.int(),
    pickups: z.array(Pickup),
    /** IDs that don't name a stop that this driver can complete now. */
    ignoredIds: z.array(z.string()),
    /** The ignored stops that were this driver's before. `message` says why each one no longer is. */
    takenAway: z.array(z.object({ id: z.string(), address: z.string(), message: z.string() })),
    nextWeekPickups: z.array(Pickup),
  }),
  errors: [400],
});

/** Why a stop could not be completed; `other` needs a note. */
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
 * Marks an own stop incomplete. While it is incomplete, another call changes nothing: the first reason stays, and the
 * note is changed with saveStopNote. With the same `Idempotency-Key` a call changes nothing for 30 days, whatever the
 * dispatcher has decided since. The customer can read the reason, the dispatcher the note too.
 *
 * 409 if it was pressed, by `pressedAt` and `sentAt`, before the stop's current day.
 */
export const markStopIncomplete = endpoint('POST', '/api/driver/pickups/:id/incomplete', 'driver', {
  params: IdParams,
  body: z.object({
    reason: IncompleteReason,
    note: z.nullish(Note),
    /**
     * A photo of the stop is waiting on the phone and is sent later. With `INCOMPLETE_PHOTO=required` the call is 400 without
     * this and without a photo.
     */
    photoFollows: z.optional(z.boolean()),
    /** The same as for completions. */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: Pickup,
  errors: [400, 404, 409],
});

/**
 * Saves the driver's note on an own stop, for the dispatcher. An empty note deletes it. With the same `Idempotency-Key` it is
 * saved once and doesn't replace a newer note.
 */
export const saveStopNote = endpoint('PATCH', '/api/driver/pickups/:id/note', 'driver', {
  params: IdParams,
  body: z.object({ driverNotes: Note }),
  response: Pickup,
  errors: [400, 404, 409],
});

const DriverCounts = z.object({
  totalPickups: z.int(),
  completedPickups: z.int(),
  /** Miles of the planned routes; null if there was none. */
  totalDistance: z.nullable(z.string()),
  /** Hours from the first to the last completion of each day, summed; null before the first. */
  hoursWorked: z.nullable(z.string()),
});

/** The figures of all days: today counted now, earlier days as in `driver_metrics`, which are updated within seconds. */
export const getDriverStats = endpoint('GET', '/api/driver/stats', 'driver', {
  response: z.extend(DriverCounts, {
    /** The bags of all pickups that this driver has completed, as counted or else as booked. */
    completedBags: z.int(),
    /** The same for today in New York; zero before its first stop. */
    today: DriverCounts,
  }),
  errors: [],
});
