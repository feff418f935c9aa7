import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { DateKeyText, Id } from '../values/shapes.ts';
import { isDateKey } from '../values/time/dates.ts';
import { BulkAction } from './day-board.ts';

/** Closed days: days that can't be served, and the move of their stops to other days, with its preview. */

/** For how many seconds the move can be undone. Customers are notified only after that. */
export const closedDayUndoSeconds = 300;
/** The maximum number of days in one move. */
export const maxClosedDays = 14;
/** The maximum number of stops with their own choice. */
export const maxOwnChoices = 400;

export const stopKinds = ['plan', 'one-time'] as const;

/** The stops to move: those that match every given condition. Without conditions, all stops of the days. */
const Scope = z.object({
  areaIds: z.optional(z.array(Id).check(z.minLength(1, 'Please choose an area'), z.maxLength(100))),
  zipCodes: z.optional(
    z
      .array(z.string().check(z.regex(/^\d{5}$/, 'Please enter ZIP codes of five digits')))
      .check(z.minLength(1, 'Please enter a ZIP code'), z.maxLength(200)),
  ),
  driverIds: z.optional(z.array(Id).check(z.minLength(1, 'Please choose a driver'), z.maxLength(200))),
  kind: z.optional(z.enum(stopKinds, { error: 'Please choose plan stops or one-time pickups' })),
});

const DayPair = z.object({ from: DateKeyText, to: DateKeyText });

/** One stop's own choice, instead of its day's. Only a plan's stop can be skipped; its plan is credited. */
const OwnChoice = z.union([
  z.object({ id: Id, to: z.string().check(z.refine(isDateKey, 'Please choose a date')) }),
  z.object({ id: Id, skip: z.literal(true) }),
]);

const ClosedDaysBody = z.object({
  scope: z._default(Scope, {}),
  /** Each closed day with the day that its stops move to. */
  days: z
    .array(DayPair, { error: 'Please choose a day' })
    .check(
      z.minLength(1, 'Please choose a day'),
      z.maxLength(maxClosedDays, `Please choose at most ${maxClosedDays} days`),
    ),
  choices: z._default(z.array(OwnChoice).check(z.maxLength(maxOwnChoices)), []),
  /** Part of the message to customers. */
  reason: z.nullish(z.string().check(z.trim(), z.maxLength(500, 'Reason must be less than 500 characters'))),
});
export type ClosedDaysBody = z.output<typeof ClosedDaysBody>;

const Stop = z.object({
  /** For a visit without a stop, an id that is valid only in these requests. */
  id: Id,
  name: z.string(),
  address: z.string(),
  driverName: z.nullable(z.string()),
  from: z.string(),
});

export const MovingStop = z.extend(Stop, {
  /** Null when the visit is skipped and credited. */
  to: z.nullable(z.string()),
  /** How the customer is notified; empty when the customer gets no message. */
  channels: z.array(z.enum(['email', 'push', 'sms'])),
  /** A special condition, such as "Not paid yet. It still needs payment."; null for most. */
  note: z.nullable(z.string()),
});
export type MovingStop = z.output<typeof MovingStop>;

/** A stop that can't move to the day chosen for it. It needs its own choice. */
export const ConflictingStop = z.extend(Stop, {
  to: z.string(),
  problem: z.string(),
  /** Some of the days that it could move to. */
  openDays: z.array(z.string()),
  canSkip: z.boolean(),
});
export type ConflictingStop = z.output<typeof ConflictingStop>;

export const NewDay = z.object({
  date: z.string(),
  stopsBefore: z.int(),
  stopsAfter: z.int(),
  unassignedAfter: z.int(),
  drivers: z.array(
    z.object({
      driverId: Id,
      name: z.string(),
      isOff: z.boolean(),
      stopsBefore: z.int(),
      stopsAfter: z.int(),
      /** Minutes of driving and stops for the whole day. */
      minutesAfter: z.int(),
      /** Minutes beyond the shift. */
      overBefore: z.int(),
      overAfter: z.int(),
    }),
  ),
});
export type NewDay = z.output<typeof NewDay>;

export const ClosedDaysPreview = z.object({
  /** Identifies the preview's contents. The move refuses an outdated token. */
  token: z.string(),
  moving: z.array(MovingStop),
  conflicts: z.array(ConflictingStop),
  staying: z.array(z.extend(Stop, { why: z.string() })),
  /** Every day that receives stops, with the hours of its drivers. */
  newDays: z.array(NewDay),
  /**
   * The number of visits in `moving` without a stop. Their customers get the message when the stop is made, a week
   * ahead.
   */
  withoutStop: z.int(),
  /** Credits of skipped visits, in dollars, as expected now. A moved pickup keeps its price, so nothing is refunded. */
  credits: z.object({ visits: z.int(), amount: z.string() }),
  messages: z.object({
    /** The number of messages by channel, sent five minutes after the move, and of customers who get none. */
    email: z.int(),
    push: z.int(),
    sms: z.int(),
    none: z.int(),
    /** One example of each text, written for the first stop that gets it. */
    examples: z.array(
      z.object({ stops: z.int(), subject: z.string(), paragraphs: z.array(z.string()), short: z.string() }),
    ),
  }),
});
export type ClosedDaysPreview = z.output<typeof ClosedDaysPreview>;

/** Returns the effects of a move. Changes nothing. 404 for an unknown area or driver. */
export const previewClosedDays = endpoint('POST', '/api/admin/closed-days/preview', 'admin', {
  body: ClosedDaysBody,
  response: ClosedDaysPreview,
  errors: [400, 404],
});

/**
 * Moves the stops of the closed days: all of them, or none. `undoBulkAction` can undo the move for five minutes; then
 * the customers are notified. 409 `preview_changed` when the preview with this token is no longer true, `conflicts`
 * while a stop needs its own choice, and `nothing_to_move`.
 */
export const moveClosedDays = endpoint('POST', '/api/admin/closed-days', 'admin', {
  body: z.extend(ClosedDaysBody, { token: z.string({ error: 'Please check the move first' }).check(z.maxLength(100)) }),
  response: z.object({ action: BulkAction, movedStops: z.int(), skippedStops: z.int() }),
  errors: [400, 404, 409],
});
