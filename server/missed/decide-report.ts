import type { MissedDecision, ReportState } from '../../contract/pickups/missed.ts';
import { serviceTypeOf } from '../../contract/values/time/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey, instantOf, pickedDateTime } from '../../contract/values/time/dates.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { storedTerms } from '../pickups/change-terms.ts';
import { lockReferenced } from '../pickups/find-pickup.ts';
import { makePickup } from '../pickups/make-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findReport, findReturnTrip, type ReportRow, setDecided, setRecovery } from './missed.store.ts';
import { recoverPickup } from './recover-pickup.ts';
import { writeReportNews } from './write-report-news.ts';

interface Decided {
  state: ReportState;
  recoveryPickupId: string | null;
}

/**
 * Decides an open report and notifies the customer. If it is judged missed, a completed pickup gets a free pickup, and
 * any other is rescheduled. If two dispatchers decide at once, one wins. Repeating the same decision changes nothing.
 * Throws 404, and 409 `already_decided`, `changed_meanwhile` (the pickup was changed since), `return_trip_booked`, and
 * `no_day` when the plan leaves no day for the pickup.
 */
export async function decideReport(
  services: Services,
  actorId: string,
  reportId: string,
  decision: MissedDecision,
): Promise<Decided> {
  return await inTransaction(services.db, async (trx) => {
    const found = await findReport(trx, reportId);
    if (!found) throw new Refusal(404, 'Report not found');
    // Locks the pickup before the report, as every change of a pickup that closes its reports does.
    const pickup = await lockReferenced(trx, found.pickupId);
    const report = (await findReport(trx, reportId)) ?? found;
    if (report.state !== 'open') return repeated(report, actorId, decision);
    const state = decision.decision;
    const reason = 'reason' in decision ? decision.reason : null;
    const decided = await setDecided(trx, reportId, { state, reason, decidedBy: actorId, decidedAt: services.clock() });
    if (!decided) throw alreadyDecided();
    await recordDecision(services, trx, actorId, { pickup, state, reason });
    const recovery = state === 'missed' ? await makeUpFor(services, trx, actorId, pickup) : undefined;
    if (recovery) {
      const { id: recoveryPickupId, scheduledDay: recoveryDay } = recovery;
      await setRecovery(trx, reportId, { recoveryPickupId, recoveryDay });
    }
    await writeReportNews(services, trx, report, state);
    if (state === 'not-missed') await notifyNotMissed(services, trx, pickup, reason ?? '');
    return { state, recoveryPickupId: recovery?.id ?? null };
  });
}

function repeated(report: ReportRow, actorId: string, { decision }: MissedDecision): Decided {
  const { state, recoveryPickupId } = report;
  if (state === 'closed') {
    const message = 'The pickup has changed since it was reported, so the report is closed.';
    throw new Refusal(409, message, { code: 'changed_meanwhile' });
  }
  if (state !== decision || report.decidedBy !== actorId) throw alreadyDecided();
  return { state, recoveryPickupId };
}

function alreadyDecided(): Refusal {
  return new Refusal(409, 'Someone else has already decided this report.', { code: 'already_decided' });
}

async function recordDecision(
  services: Services,
  trx: Db,
  actorId: string,
  { pickup, state, reason }: { pickup: PickupRow; state: ReportState; reason: string | null },
): Promise<void> {
  const details = { decision: state === 'missed' ? 'missed' : 'not missed', ...(reason && { reason }) };
  const line = { actorId, action: 'missed_decided', subject: 'pickup', subjectId: pickup.id, details } as const;
  await recordChanges(services, trx, [line]);
}

/**
 * Makes the pickup that makes up for a missed one, and returns it: a free pickup for a completed one, else the same one
 * on a new day.
 */
async function makeUpFor(services: Services, trx: Db, actorId: string, pickup: PickupRow): Promise<PickupRow> {
  if (await findReturnTrip(trx, pickup)) {
    const message = 'The customer has booked a return trip. Refund it first, or decide “not missed”.';
    throw new Refusal(409, message, { code: 'return_trip_booked' });
  }
  if (pickup.status === 'completed') return await makeFreePickup(services, trx, actorId, pickup);
  const recovered = await recoverPickup(services, trx, actorId, pickup);
  if (!recovered) {
    throw new Refusal(409, 'The plan has no free day for this pickup. Please call the customer.', { code: 'no_day' });
  }
  return recovered;
}

/** Makes a free pickup on the first possible day: tomorrow, or the day after if the plan has a stop tomorrow. */
async function makeFreePickup(services: Services, trx: Db, actorId: string, missed: PickupRow): Promise<PickupRow> {
  const now = services.clock();
  const tomorrow = addDays(dateKeyOf(now), 1);
  const day = (await isFree(services, trx, missed, tomorrow)) ? tomorrow : addDays(tomorrow, 1);
  const scheduledDate = instantOf(day, pickedDateTime);
  const { id: recoveryOf, customerId, address, bagCount, specialInstructions } = missed;
  const made = await makePickup(services, trx, {
    ...{ customerId, address, bagCount, specialInstructions, scheduledDate, recoveryOf },
    ...{ amount: '0.00', serviceType: serviceTypeOf(scheduledDate, now), paidByIntentId: null, bookingId: null },
    ...storedTerms(services.settings),
  });
  const line = { actorId, action: 'missed_decided', subject: 'pickup', subjectId: made.id } as const;
  const details = { decision: `free pickup for the one missed on ${formatDateKey(missed.scheduledDay ?? day)}` };
  await recordChanges(services, trx, [{ ...line, details }]);
  return made;
}

/** Returns true if the plan has no stop on the day. A plan that has ended has none on any day. */
async function isFree(services: Services, trx: Db, missed: PickupRow, day: string): Promise<boolean> {
  try {
    await services.requireFreeDay(trx, missed, day);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code !== 'day_taken';
    throw error;
  }
}

async function notifyNotMissed(services: Services, trx: Db, pickup: PickupRow, reason: string): Promise<void> {
  await services.messages.notify(services, trx, [
    {
      ...{ userId: pickup.customerId, title: 'About the pickup you reported', type: 'missed_report' },
      message: reason,
      actionUrl: `/pickup-history/${pickup.id}`,
      pickupId: pickup.id,
    },
  ]);
}
