import { v7 as newId } from 'uuid';
import type { MissedState } from '../../contract/pickups/missed.ts';
import { type DateKey, dateKeyOf, formatDateKey, formatWallTime } from '../../contract/values/time/dates.ts';
import { reportsOpenAt } from '../../contract/values/time/missed-window.ts';
import { recordChanges } from '../audit/record-change.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import { findOwnPickup } from '../pickups/find-pickup.ts';
import type { PickupRow } from '../pickups/pickup-row.ts';
import { describeDay } from '../pickups/rules.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { insertReport, type ReportRow, setRecovery } from './missed.store.ts';
import { isReported, type MissedFacts, readFacts, readMissedState } from './read-state.ts';
import { recoverPickup } from './recover-pickup.ts';
import { writeReportNews } from './write-report-news.ts';

interface Report {
  customerId: string;
  pickupId: string;
  message: string | null;
}

/**
 * Reports a customer's pickup as missed. The driver's record decides first: the pickup is rescheduled immediately, or
 * the dispatcher is asked. Reports nothing while the driver may still come, and nothing without a message when a photo
 * shows that the driver was there. A repeat changes nothing.
 *
 * Throws 404 and 409 (`too_early`, `too_late`, `not_paid`, `cancelled`, `return_trip_booked`).
 */
export async function reportMissed(services: Services, report: Report): Promise<MissedState> {
  const { customerId, pickupId } = report;
  await inTransaction(services.db, async (trx) => {
    const pickup = await findOwnPickup(trx, customerId, pickupId, 'lock');
    const facts = await readFacts(services, trx, pickup);
    if (isReported(facts, pickup)) return;
    requireReportable(services, facts, pickup);
    if (facts.phase === 'coming') return;
    const { verdict } = facts;
    if (verdict === 'evidence' && !report.message) return;
    // The report is written before the move that it causes, because the timeline lists both in this order.
    await recordReport(services, trx, report);
    const isRecovered = verdict === 'recover' && (await recover(services, trx, report, pickup));
    if (!isRecovered) await askDispatcher(services, trx, report, pickup);
  });
  return await readMissedState(services, customerId, pickupId);
}

function requireReportable({ settings, clock }: Services, { phase, returnTrip }: MissedFacts, pickup: PickupRow): void {
  const { scheduledDay: day } = pickup;
  if (pickup.status === 'cancelled') throw refused('This pickup is cancelled, so nobody came.', 'cancelled');
  if (pickup.heldAt !== null) throw refused("We didn't come because this pickup isn't paid yet.", 'not_paid');
  if (day === null) throw refused('This pickup has no date yet.', 'too_early');
  if (returnTrip) throw refused("You've already booked a return trip for this pickup.", 'return_trip_booked');
  if (phase === 'before') throw refused(whyTooEarly(day, clock()), 'too_early');
  if (phase === 'wait') {
    const from = formatWallTime(reportsOpenAt(day));
    throw refused(
      `Your driver is still out. You can report this when the route is done, or from ${from}.`,
      'too_early',
    );
  }
  if (phase === 'over') {
    const message = `A missed pickup can be reported until two days after it. Please call ${settings.supportPhone}.`;
    throw refused(message, 'too_late');
  }
}

function whyTooEarly(day: DateKey, now: Date): string {
  return day === dateKeyOf(now)
    ? 'This pickup was booked this evening. If nobody comes, you can report it tomorrow.'
    : `This pickup is on ${formatDateKey(day, 'long')}.`;
}

function refused(message: string, code: string): Refusal {
  return new Refusal(409, message, { code });
}

/** Reschedules the pickup and saves the report. Returns false when the plan leaves no day for the pickup. */
async function recover(services: Services, trx: Db, report: Report, pickup: PickupRow): Promise<boolean> {
  const recovered = await recoverPickup(services, trx, report.customerId, pickup);
  if (!recovered) return false;
  const saved = await saveReport(services, trx, report, pickup, 'recovered');
  await setRecovery(trx, saved.id, { recoveryPickupId: recovered.id, recoveryDay: recovered.scheduledDay });
  await writeReportNews(services, trx, saved, 'recovered');
  return true;
}

async function askDispatcher(services: Services, trx: Db, report: Report, pickup: PickupRow): Promise<void> {
  const { id } = await saveReport(services, trx, report, pickup, 'open');
  await services.messages.notifyAdmins(services, trx, [
    {
      title: 'A customer reported a missed pickup',
      message: `${pickup.address}, ${describeDay(pickup)}.${report.message ? ` “${report.message}”` : ''}`,
      type: 'missed_report',
      actionUrl: '/admin',
      onceFor: id,
    },
  ]);
}

async function recordReport(services: Services, trx: Db, { customerId, pickupId, message }: Report): Promise<void> {
  const line = { actorId: customerId, action: 'reported_missed', subject: 'pickup', subjectId: pickupId } as const;
  await recordChanges(services, trx, [{ ...line, details: message ? { message } : {} }]);
}

async function saveReport(
  services: Services,
  trx: Db,
  { customerId, message }: Report,
  pickup: PickupRow,
  state: 'open' | 'recovered',
): Promise<ReportRow> {
  const now = services.clock();
  return await insertReport(trx, {
    ...{ id: newId(), pickupId: pickup.id, customerId, message, state, createdAt: now },
    day: pickup.scheduledDay as string,
    decidedAt: state === 'recovered' ? now : null,
  });
}
