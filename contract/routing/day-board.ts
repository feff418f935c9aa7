import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { RouteStop } from '../routing.ts';
import { DateKeyText, Id, IdParams, Timestamp } from '../values/shapes.ts';
import { isDateKey } from '../values/time/dates.ts';
import { WallTime } from '../values/time/wall-time.ts';
import { DisposalVisit } from './disposal.ts';

/** The dispatcher's day board: one date's unassigned stops, and a column per driver. */

/** The maximum number of stops in one bulk action. */
export const maxBulkStops = 200;

/** A driver's working hours on one date, as New York wall times. */
export const DriverShift = z.object({
  /** HH:MM. On a day off these are the usual times. */
  start: z.string(),
  end: z.string(),
  isOff: z.boolean(),
  /** Whether the hours are set for this date only; false for the driver's usual shift. */
  isException: z.boolean(),
});
export type DriverShift = z.output<typeof DriverShift>;

/** A stop on the board. `routeOrder` is null until it has a place in a planned route. */
export const BoardStop = z.extend(RouteStop, {
  customerId: Id,
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  username: z.string(),
  phone: z.nullable(z.string()),
  driverId: z.nullable(Id),
  subscriptionId: z.nullable(Id),
  /** The promised two hours, such as "9:00 AM – 11:00 AM"; null until the day is planned. */
  pickupWindow: z.nullable(z.string()),
  /** Minutes at the stop. */
  serviceMinutes: z.int(),
  /**
   * Changes with the stop's status, driver, date and pin. A bulk action sends it back and refuses stops that have
   * changed.
   */
  revision: z.string(),
});
export type BoardStop = z.output<typeof BoardStop>;

/** How full a driver's day is. */
export const DriverLoad = z.object({
  driverId: Id,
  totalStops: z.int(),
  openStops: z.int(),
  /** Bags of all stops of the day: as counted by the driver, or else as booked. */
  bags: z.int(),
  /** Driving and stops for the whole day. */
  plannedMinutes: z.int(),
  /** Miles of the planned route. */
  miles: z.number(),
  /** When the driver finishes the last stop or the way back; null without an open stop. */
  endsAt: z.nullable(Timestamp),
  /** Minutes beyond the shift; 0 within it. On a day off, all minutes of work. */
  overMinutes: z.int(),
  /** The truck's capacity; null without a disposal site, because capacity is ignored then. */
  capacityBags: z.nullable(z.int()),
  /** The highest number of bags on the truck at any moment of the day. */
  fullestBags: z.int(),
  /** The bags of `fullestBags` beyond the capacity; 0 if the truck is never too full. */
  overBags: z.int(),
  /** Bags still on board at the end of the planned day because no disposal visit follows; 0 if the truck ends empty. */
  leftBags: z.int(),
  /** Whether some stops have no place in the route yet. Minutes, end and miles then include an estimate for them. */
  isEstimate: z.boolean(),
});
export type DriverLoad = z.output<typeof DriverLoad>;

/** One driver's column. */
export const BoardColumn = z.extend(DriverLoad, {
  driverUsername: z.string(),
  driverFirstName: z.nullable(z.string()),
  driverLastName: z.nullable(z.string()),
  /**
   * Whether the driver is active. An inactive driver has a column only on dates with their stops, and gets no more
   * stops.
   */
  isActive: z.boolean(),
  routeId: z.nullable(Id),
  /** pending → active (first completion) → completed; null without a route. */
  routeStatus: z.nullable(z.string()),
  /** Whether a stop of the day was resolved, so that the route is under way. */
  isStarted: z.boolean(),
  shift: DriverShift,
  /** In route order: resolved stops, planned stops, then stops without a place. */
  stops: z.array(BoardStop),
  disposalVisits: z.array(DisposalVisit),
});
export type BoardColumn = z.output<typeof BoardColumn>;

/** A bulk action that its dispatcher can still undo. */
export const BulkAction = z.object({
  id: Id,
  /** A text such as "12 stops moved to Tue, Nov 24". */
  summary: z.string(),
  undoUntil: Timestamp,
});
export type BulkAction = z.output<typeof BulkAction>;

export const DayBoard = z.object({
  date: z.string(),
  /** Today in New York. Past dates are read-only. */
  today: z.string(),
  unassigned: z.array(BoardStop),
  /** Every active driver, and others with stops on the date, by name. */
  columns: z.array(BoardColumn),
  totals: z.object({
    stops: z.int(),
    openStops: z.int(),
    unassignedStops: z.int(),
    bags: z.int(),
    plannedMinutes: z.int(),
    miles: z.number(),
    driversOver: z.int(),
  }),
  /** The next date with open stops, from today on; null while this date has an open stop. */
  nextDate: z.nullable(z.string()),
  /** Whether there are more stops than the board shows (3,000). */
  hasMore: z.boolean(),
  /** The caller's last bulk action, while it can be undone. */
  lastAction: z.nullable(BulkAction),
});
export type DayBoard = z.output<typeof DayBoard>;

/** Returns the board of a date. Without a date: today, or the next date with open stops when today has none. */
export const getDayBoard = endpoint('GET', '/api/admin/board', 'admin', {
  query: z.object({ date: z.optional(DateKeyText) }),
  response: DayBoard,
  errors: [400],
});

const ChosenStop = z.object({
  id: z.uuid({ error: 'Please choose stops' }),
  /** The stop's revision on the board. */
  revision: z.string({ error: 'Please choose stops' }).check(z.maxLength(200)),
});

/**
 * Moves stops of one date: all of them, or none. Exactly one of `driverId`, `unassign` and `newDate` is the target. 409
 * `stops_changed` for stops that have changed since, 409 `day_taken` for stops whose plan already has a stop on the new
 * date: `errors` has a sentence for each, by pickup id.
 */
export const moveBoardStops = endpoint('POST', '/api/admin/board/move', 'admin', {
  body: z.object({
    /** The board's date. */
    date: DateKeyText,
    stops: z
      .array(ChosenStop, { error: 'Please choose stops' })
      .check(
        z.minLength(1, 'Please choose stops'),
        z.maxLength(maxBulkStops, `Please choose at most ${maxBulkStops} stops`),
      ),
    driverId: z.optional(z.uuid({ error: 'Please choose a driver' })),
    /**
     * With `driverId`: the position of the first stop, counted from 1 among all stops of the route. The others follow
     * it, and all are pinned. Without a position, each stop goes where it costs least, and nothing else changes its
     * order.
     */
    position: z.optional(z.int({ error: 'Please choose a position' }).check(z.minimum(1, 'Please choose a position'))),
    unassign: z.optional(z.literal(true)),
    /** A New York date. Assigned stops keep their drivers. */
    newDate: z.optional(DateKeyText),
    /** Only with `newDate`. `reason` and `shouldEmailCustomer` are as in `reschedulePickup`. */
    reason: z.nullish(z.string().check(z.trim(), z.maxLength(500, 'Reason must be less than 500 characters'))),
    shouldEmailCustomer: z._default(z.boolean(), true),
  }),
  response: z.object({
    /** Null when every stop was already there, so that nothing changed. */
    action: z.nullable(BulkAction),
    movedStops: z.int(),
    /** Each touched driver's day on the board's date, before and after. */
    loads: z.array(z.object({ before: DriverLoad, after: DriverLoad })),
  }),
  errors: [400, 404, 409],
});

/**
 * Undoes the caller's last bulk action, until its `undoUntil`. Stops that have changed since stay as they are and are
 * listed; 409 `stops_changed` when all of them have. 409 `undo_expired` when it is too late, after a newer bulk action,
 * or when already undone.
 */
export const undoBulkAction = endpoint('POST', '/api/admin/board/undo', 'admin', {
  body: z.object({ actionId: z.uuid({ error: 'Please say what to undo' }) }),
  response: z.object({
    undoneStops: z.int(),
    /** Stops that have changed since and stay as they are. */
    left: z.array(z.object({ id: Id, address: z.string(), change: z.string() })),
  }),
  errors: [400, 404, 409],
});

const shiftFields = { start: WallTime, end: WallTime };

/** Sets a driver's usual shift. */
export const setDriverShift = endpoint('PUT', '/api/admin/drivers/:id/shift', 'admin', {
  params: IdParams,
  body: z.object(shiftFields),
  response: DriverShift,
  errors: [400, 404],
});

const DriverDayParams = z.object({ id: Id, date: z.string().check(z.refine(isDateKey)) });

/** The choices for a driver's open stops when `setDriverDay` changes the date. */
export const openStopsChoices = ['keep', 'unassign', 'replan'] as const;
export const OpenStops = z.enum(openStopsChoices, { error: 'Please say what happens to the open stops' });

/** A stop that Optimize or a re-plan left without a driver, and why. */
export const StopLeftOver = z.object({ id: Id, address: z.string(), reason: z.string() });

/**
 * Sets a driver's day off (`isOff`) or other hours (`start` and `end`) for one date. `undoBulkAction` undoes all of it,
 * including the shift.
 *
 * `unassign` makes the open stops unassigned; `replan` gives them to other drivers, as far as they fit into a shift. On
 * a day off this applies to all open stops. With other hours it applies only to stops that no longer fit, as few as
 * possible, and to no pinned stops.
 */
export const setDriverDay = endpoint('PUT', '/api/admin/drivers/:id/days/:date', 'admin', {
  params: DriverDayParams,
  body: z.object({
    isOff: z.optional(z.boolean()),
    start: z.optional(WallTime),
    end: z.optional(WallTime),
    openStops: z._default(OpenStops, 'keep'),
  }),
  response: z.object({
    shift: DriverShift,
    action: z.nullable(BulkAction),
    movedStops: z.int(),
    /** With `replan`: stops that fit into no other shift, now unassigned. */
    unassigned: z.array(StopLeftOver),
    loads: z.array(z.object({ before: DriverLoad, after: DriverLoad })),
  }),
  errors: [400, 404, 409],
});

/** Returns the driver's date to the usual shift. Stops stay where they are. */
export const clearDriverDay = endpoint('DELETE', '/api/admin/drivers/:id/days/:date', 'admin', {
  params: DriverDayParams,
  response: DriverShift,
  errors: [404],
});
