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
  /** Missing in a schedule that a phone saved before this field existed. */
  disposalVisits: z.optional(z.array(DisposalVisit)),
  /** Bags still on the truck at the end of the day because no disposal visit follows; 0 if the truck ends empty. */
  leftBags: z.optional(z.int()),
});
export type DriverDay = z.output<typeof DriverDay>;

/**
 * Keyed by New York date: earlier dates with assigned pickups (overdue), today including its completed, incomplete and
 * issue stops, and later dates.
 */
export const DriverSchedule = z.record(z.string(), DriverDay);
export type DriverSchedule = z.output<typeof DriverSchedule>;

export const getDriverRoute = endpoint('GET', '/api/driver/route', 'driver', { response: DriverSchedule, errors: [] });

export const getFullRoute = endpoint('GET', '/api/driver/full-route', 'driver', {
  response: DriverSchedule,
  errors: [],
});

export const maxCompletedAtOnce = 500;
/** An action may wait this many days on a phone without signal. */
export const phoneDays = 14;

export const completeBulk = endpoint('POST', '/api/driver/complete-bulk', 'driver', {
  body: z.object({
    pickupIds: z
      .array(z.string().check(z.maxLength(100)), { error: 'Please select at least one pickup' })
      .check(
        z.minLength(1, 'Please select at least one pickup'),
        z.maxLength(maxCompletedAtOnce, `Please select at most ${maxCompletedAtOnce} pickups`),
      ),
    /**
     * When the driver pressed, by the phone's clock. It becomes the stop's `completedAt`, unless that is impossible (in
     * the future, before the stop's own day, over 14 days ago); then `completedAt` is now.
     */
    pressedAt: z.optional(PhoneTime),
    /** When the phone sent this request, by the same clock. The server uses it to correct `pressedAt`. */
    sentAt: z.optional(PhoneTime),
    /** The key of each press, by pickup id. After a press was undone, its key doesn't complete the stop again. */
    keys: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.minLength(1), z.maxLength(255)))),
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    /** The number of stops that this call completed; 0 for a repeated call. */
    completed: z.int(),
    pickups: z.array(Pickup),
    /** IDs that don't belong to a stop that this driver can complete now. */
    ignoredIds: z.array(z.string()),
    /** The ignored stops that are no longer this driver's. `message` says why. */
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
 * Marks one of the driver's own stops incomplete. While it is incomplete, another call changes nothing: the first
 * reason stays, and the note is changed with `saveStopNote`. A repeated call with the same `Idempotency-Key` changes
 * nothing for 30 days, even if the dispatcher has changed the stop since. The customer can read the reason, and the
 * dispatcher the note too.
 *
 * 409 if the press, by `pressedAt` and `sentAt`, was before the stop's current day.
 */
export const markStopIncomplete = endpoint('POST', '/api/driver/pickups/:id/incomplete', 'driver', {
  params: IdParams,
  body: z.object({
    reason: IncompleteReason,
    note: z.nullish(Note),
    /**
     * Whether a photo of the stop is still on the phone and is sent later. With `INCOMPLETE_PHOTO=required`, the call
     * is 400 if this isn't true and the stop has no photo.
     */
    photoFollows: z.optional(z.boolean()),
    /** `pressedAt` and `sentAt` are as in `completeBulk`. */
    pressedAt: z.optional(PhoneTime),
    sentAt: z.optional(PhoneTime),
  }),
  response: Pickup,
  errors: [400, 404, 409],
});

/**
 * Saves the driver's note on one of their own stops, for the dispatcher. An empty note deletes it. A repeated call with
 * the same `Idempotency-Key` doesn't replace a newer note.
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
  /** Miles of the planned routes; null if no route was planned. */
  totalDistance: z.nullable(z.string()),
  /** Hours from the first to the last completion of each day, summed; null before the first completion. */
  hoursWorked: z.nullable(z.string()),
});

/**
 * Returns the driver's totals over all days. Today is counted now; the totals of earlier days are updated within
 * seconds.
 */
export const getDriverStats = endpoint('GET', '/api/driver/stats', 'driver', {
  response: z.extend(DriverCounts, {
    /** The bags of all pickups that this driver has completed: as counted by the driver, or else as booked. */
    completedBags: z.int(),
    /** The same figures for today in New York. The counts are zero without stops. */
    today: DriverCounts,
  }),
  errors: [],
});
