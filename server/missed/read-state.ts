import { type PhotoMoment, photoField } from '../../contract/photos.ts';
import {
  decisionHours,
  type Evidence,
  isJudgedMissed,
  type MissedState,
  type MissedVerdict,
  type ReportState,
  verdictOf,
} from '../../contract/pickups/missed.ts';
import { isOpenStatus } from '../../contract/pickups.ts';
import { centsToText } from '../../contract/values/money.ts';
import { defaultBagTier } from '../../contract/values/prices.ts';
import { instantOf } from '../../contract/values/time/dates.ts';
import {
  type MissedPhase,
  missedPhaseOf,
  reportsEndAt,
  reportsOpenAt,
} from '../../contract/values/time/missed-window.ts';
import type { Db } from '../database/transaction.ts';
import { findOwnPickup, getPickup } from '../pickups/find-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { presentToCustomer } from '../pickups/present-pickup.ts';
import type { Services } from '../services.ts';
import { findLatestReport, findReturnTrip, listPhotos, type ReportRow, readDriverDay } from './missed.store.ts';

/** The facts about a pickup that may have been missed. */
export interface MissedFacts {
  /** `none`: the pickup is cancelled, held or without a date. */
  readonly phase: MissedPhase | 'none';
  readonly verdict: MissedVerdict;
  readonly evidence: Evidence;
  readonly report: ReportRow | undefined;
  readonly returnTrip: PickupRow | undefined;
}

/** The price of a return trip, in dollars: the smallest tier. */
export const returnTripAmount = centsToText(defaultBagTier.priceCents);

export async function readFacts({ clock }: Pick<Services, 'clock'>, db: Db, pickup: PickupRow): Promise<MissedFacts> {
  const evidence = evidenceOf(pickup, await listPhotos(db, [pickup.id]));
  return {
    phase: await readPhase(db, pickup, clock()),
    verdict: verdictOf({ ...pickup, hasPhoto: evidence.photos.length > 0 }),
    evidence,
    report: await findLatestReport(db, pickup.id),
    returnTrip: await findReturnTrip(db, pickup),
  };
}

async function readPhase(db: Db, pickup: PickupRow, now: Date): Promise<MissedFacts['phase']> {
  const { status, scheduledDay: day, driverId, heldAt, createdAt: bookedAt } = pickup;
  if (status === 'cancelled' || day === null || heldAt !== null) return 'none';
  const { openStops, lastPressAt } = driverId
    ? await readDriverDay(db, { driverId, day })
    : { openStops: 0, lastPressAt: null };
  return missedPhaseOf(
    { day, bookedAt, isOpen: isOpenStatus(status), isRouteClosed: openStops === 0, lastPressAt },
    now,
  );
}

/** Returns the driver's records of the present visit. Photos of earlier visits prove nothing about it. */
export function evidenceOf(
  pickup: PickupRow,
  photos: readonly { pickupId: string; moment: PhotoMoment; createdAt: Date }[],
): Evidence {
  const { status, incompleteReason, scheduledDay, completedAt, settledAt, resolvedAt } = pickup;
  const since = scheduledDay === null ? null : instantOf(scheduledDay, '00:00');
  const visitedAt = isOpenStatus(status) ? null : (completedAt ?? settledAt ?? resolvedAt);
  return {
    ...{ status, incompleteReason, visitedAt: visitedAt?.toISOString() ?? null },
    photos: photos.flatMap(({ pickupId, moment, createdAt }) => {
      const url = pickup[photoField(moment)];
      if (pickupId !== pickup.id || url === null || (since !== null && createdAt < since)) return [];
      return [{ moment, url, takenAt: createdAt.toISOString() }];
    }),
  };
}

/** The states in which a report covers the visit of its day. */
const standing: readonly ReportState[] = ['open', 'missed', 'not-missed'];

/**
 * Returns true if the pickup's present visit is already reported, so that another report changes nothing. A recovery on
 * a new day counts until that visit is due. After that, the new visit can itself be reported.
 */
export function isReported({ report, phase }: Pick<MissedFacts, 'report' | 'phase'>, pickup: PickupRow): boolean {
  if (!report) return false;
  if (report.recoveryPickupId === pickup.id) {
    return (phase === 'before' || phase === 'coming') && report.recoveryDay === pickup.scheduledDay;
  }
  return standing.includes(report.state) && report.day === pickup.scheduledDay;
}

/** Returns true if the dispatcher decided that the present visit of a pickup was missed. */
export async function wasMissed(db: Db, { id, scheduledDay: day }: PickupRow): Promise<boolean> {
  const report = await findLatestReport(db, id);
  return report !== undefined && isJudgedMissed({ id, day }, { ...report, recoveryId: report.recoveryPickupId });
}

/**
 * Returns true if a return trip can be booked: a photo proves a wasted trip, and the visit has no report, or one that
 * was decided as not missed.
 */
export function offersReturnTrip(facts: MissedFacts, pickup: PickupRow): boolean {
  const { phase, verdict, report, returnTrip } = facts;
  if (returnTrip || verdict !== 'evidence' || (phase !== 'open' && phase !== 'wait')) return false;
  return !isReported(facts, pickup) || report?.state === 'not-missed';
}

/** Returns what a customer can do and read about their own pickup that may have been missed. Throws 404. */
export async function readMissedState(
  services: Pick<Services, 'db' | 'clock'>,
  customerId: string,
  pickupId: string,
): Promise<MissedState> {
  const { db } = services;
  const pickup = await findOwnPickup(db, customerId, pickupId);
  return await presentState(db, pickup, await readFacts(services, db, pickup));
}

async function presentState(db: Db, pickup: PickupRow, facts: MissedFacts): Promise<MissedState> {
  const { verdict, evidence, report, returnTrip } = facts;
  const phase = phaseFor(facts, pickup);
  const day = pickup.scheduledDay;
  const isOffered = offersReturnTrip(facts, pickup);
  const isReportable = phase === 'open' || phase === 'wait';
  return {
    phase,
    opensAt: phase === 'wait' && day ? reportsOpenAt(day).toISOString() : null,
    until: isReportable && day ? reportsEndAt(day).toISOString() : null,
    estimatedArrival: phase === 'coming' ? (pickup.estimatedArrival?.toISOString() ?? null) : null,
    verdict: isReportable ? verdict : null,
    evidence: isOpenStatus(pickup.status) ? null : evidence,
    returnTrip:
      isOffered || returnTrip
        ? {
            amount: returnTrip?.amount ?? returnTripAmount,
            pickup: returnTrip ? presentToCustomer(returnTrip) : null,
          }
        : null,
    report: report ? await presentReport(db, report) : null,
  };
}

function phaseFor(facts: MissedFacts, pickup: PickupRow): MissedState['phase'] {
  const { phase, returnTrip } = facts;
  if (phase === 'open' || phase === 'wait') {
    if (isReported(facts, pickup)) return 'reported';
    return returnTrip ? 'none' : phase;
  }
  if (phase === 'coming') return 'coming';
  return isReported(facts, pickup) ? 'reported' : 'none';
}

async function presentReport(db: Db, row: ReportRow): Promise<MissedState['report']> {
  const { id, state, day, message, createdAt, decidedAt, reason, recoveryPickupId } = row;
  const recovery = recoveryPickupId === null ? null : presentToCustomer(await getPickup(db, recoveryPickupId));
  return {
    ...{ id, state, day, message, reason, recovery },
    reportedAt: createdAt.toISOString(),
    decideBy: decideByOf(row),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

/** Returns the deadline for the dispatcher's decision, as ISO 8601. */
export function decideByOf({ createdAt }: Pick<ReportRow, 'createdAt'>): string {
  return new Date(createdAt.getTime() + decisionHours * 3_600_000).toISOString();
}
