import * as z from 'zod/mini';
import { IncompleteReason } from '../drivers.ts';
import { endpoint } from '../endpoint.ts';
import { TakenPhoto } from '../photos.ts';
import { isOpenStatus, Pickup, PickupStatus } from '../pickups.ts';
import { DateKeyText, Id, IdParams, Money, requiredText, Timestamp } from '../values/shapes.ts';

/** Reports of missed pickups: the customer's report, the record's verdict and the dispatcher's decision. */

/** The dispatcher's time limit for deciding a report. */
export const decisionHours = 24;

/**
 * The verdict that a pickup's record gives on a report:
 * - recover: nobody came, or the pickup is incomplete for a reason on our side. It is rescheduled automatically;
 * - evidence: the driver was there and has a photo. The customer sees it, and may book a return trip or write to the
 *   dispatcher;
 * - dispatcher: the dispatcher decides.
 */
const missedVerdicts = ['recover', 'evidence', 'dispatcher'] as const;
export type MissedVerdict = (typeof missedVerdicts)[number];

/** Reasons on our side: neither `other` nor a missing reason is the customer's doing. */
const ourReasons: readonly (IncompleteReason | null)[] = ['other', null];
/** Reasons that a photo proves. */
const provenByPhoto: readonly (IncompleteReason | null)[] = ['not-out', 'no-access'];

/** Returns the verdict on a report. `hasPhoto`: the driver took a photo on this visit, not on an earlier one. */
export function verdictOf({
  status,
  incompleteReason,
  hasPhoto,
}: {
  status: PickupStatus;
  incompleteReason: IncompleteReason | null;
  hasPhoto: boolean;
}): MissedVerdict {
  if (isOpenStatus(status)) return 'recover';
  if (status !== 'incomplete') return 'dispatcher';
  if (ourReasons.includes(incompleteReason)) return 'recover';
  return hasPhoto && provenByPhoto.includes(incompleteReason) ? 'evidence' : 'dispatcher';
}

/**
 * - recovered: the record decided for the customer;
 * - open: the dispatcher has yet to decide;
 * - missed, not-missed: the dispatcher has decided;
 * - closed: the pickup was changed before anybody decided.
 */
const reportStates = ['recovered', 'open', 'missed', 'not-missed', 'closed'] as const;
export const ReportState = z.enum(reportStates);
export type ReportState = z.output<typeof ReportState>;

/**
 * Returns true if the dispatcher decided that a pickup's current visit was missed, so that its completion was a
 * mistake. `report` is the pickup's latest report. It may be about an earlier visit: one on another day, or one that
 * this same pickup makes up for.
 */
export function isJudgedMissed(
  pickup: { id: string; day: string | null },
  report: { state: ReportState; day: string; recoveryId: string | null },
): boolean {
  return report.state === 'missed' && report.day === pickup.day && report.recoveryId !== pickup.id;
}

/** The driver's record of the visit. */
export const Evidence = z.object({
  status: PickupStatus,
  incompleteReason: z.nullable(IncompleteReason),
  /** When the driver resolved it; null while it is open. */
  visitedAt: z.nullable(Timestamp),
  photos: z.array(TakenPhoto),
});
export type Evidence = z.output<typeof Evidence>;

/** What a customer can do and read about a pickup that may have been missed. */
export const MissedState = z.object({
  /**
   * - none: there is nothing to report, or it is too late;
   * - coming: its driver may still come, see `estimatedArrival`;
   * - wait: it can be reported when its route is closed, or from `opensAt`;
   * - open: it can be reported until `until`, see `verdict`;
   * - reported: see `report`.
   */
  phase: z.enum(['none', 'coming', 'wait', 'open', 'reported']),
  opensAt: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
  /** Null when unknown. */
  estimatedArrival: z.nullable(Timestamp),
  /** The verdict that a report would get now; null when nothing can be reported. */
  verdict: z.nullable(z.enum(missedVerdicts)),
  evidence: z.nullable(Evidence),
  /** Offered when a photo proves that the trip was wasted. `pickup` is the return trip once it is booked. */
  returnTrip: z.nullable(z.object({ amount: Money, pickup: z.nullable(Pickup) })),
  /** The latest report of this pickup, about whichever day. */
  report: z.nullable(
    z.object({
      id: Id,
      state: ReportState,
      /** The New York day of the visit. */
      day: z.string(),
      message: z.nullable(z.string()),
      reportedAt: Timestamp,
      /** The latest time for the dispatcher's decision. */
      decideBy: Timestamp,
      decidedAt: z.nullable(Timestamp),
      /** The dispatcher's words to the customer. */
      reason: z.nullable(z.string()),
      /** The pickup that makes up for the missed visit: the same one on a new day, or a free one. */
      recovery: z.nullable(Pickup),
    }),
  ),
});
export type MissedState = z.output<typeof MissedState>;

export const getMissedState = endpoint('GET', '/api/pickups/:id/missed-report', 'customer', {
  params: IdParams,
  response: MissedState,
  errors: [404],
});

export const maxReportLength = 500;

/**
 * Reports a pickup missed. The response's phase is `reported`. While the driver is still out, nothing is reported and
 * the phase is `coming`, with a new estimate. With the verdict `evidence`, a report without a message is ignored. A
 * repeated call changes nothing.
 *
 * 409 `too_early` or `too_late` outside the reporting window, `not_paid` for a pickup that was held,
 * `return_trip_booked`, or `cancelled`.
 */
export const reportMissed = endpoint('POST', '/api/pickups/:id/missed-report', 'customer', {
  params: IdParams,
  body: z.optional(
    z.object({
      message: z.nullish(
        z.string().check(z.trim(), z.maxLength(maxReportLength, 'The message must be less than 500 characters')),
      ),
    }),
  ),
  response: MissedState,
  errors: [400, 404, 409],
});

/**
 * Books a return trip for the same bags, at the price of the smallest tier, when a photo proves that the first trip was
 * wasted. It is paid at /checkout like any other pickup and isn't driven until then. A repeated call returns the same
 * trip.
 */
export const bookReturnTrip = endpoint('POST', '/api/pickups/:id/return-trip', 'customer', {
  params: IdParams,
  body: z.object({ scheduledDate: DateKeyText }),
  response: Pickup,
  status: 201,
  errors: [400, 404, 409, 429],
});

const reasonRequired = 'Please tell the customer why.';

const MissedDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('missed') }),
  z.object({
    decision: z.literal('not-missed'),
    reason: requiredText(reasonRequired, maxReportLength, 'The reason must be less than 500 characters'),
  }),
]);
export type MissedDecision = z.output<typeof MissedDecision>;

/**
 * Decides an open report. `missed` creates a free pickup for a completed one, and reschedules any other. `not-missed`
 * needs a reason, which the customer reads. Repeating the same decision changes nothing.
 *
 * 409 `already_decided`, or `changed_meanwhile` when the pickup has changed since the report.
 */
export const decideMissed = endpoint('POST', '/api/admin/missed-reports/:id/decision', 'admin', {
  params: IdParams,
  body: MissedDecision,
  response: z.object({ state: ReportState, recoveryPickupId: z.nullable(Id) }),
  errors: [400, 404, 409],
});

/** The facts for the dispatcher's decision (`missed` in Needs attention). */
export const MissedDetails = z.object({
  reportId: Id,
  message: z.nullable(z.string()),
  decideBy: Timestamp,
  evidence: Evidence,
});
export type MissedDetails = z.output<typeof MissedDetails>;
