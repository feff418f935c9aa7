import { whyNoCancel } from '../../../contract/values/change-policy.ts';
import { hasService, isAfterEnd, isHeld } from '../../../contract/values/plan/schedule.ts';
import { checkBookingDay, lastBookableDay } from '../../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { recordChanges } from '../../audit/record-change.ts';
import { type Db, inTransaction } from '../../database/transaction.ts';
import { cancelLocked } from '../../pickups/dispatch/cancel-pickup.ts';
import { lockReferenced } from '../../pickups/find-pickup.ts';
import type { PickupRow } from '../../pickups/pickup-row.ts';
import { skippedAfterMove, skippedByCustomer } from '../../pickups/rules.ts';
import { Refusal } from '../../refusal.ts';
import { readChangeFacts } from '../../routing/read-change-facts.ts';
import type { Services } from '../../services.ts';
import { creditVisit } from '../credits/credit-skipped-visit.ts';
import { insertStop, ownCancelReasons } from '../occurrences/make-stop.ts';
import { wasMovedByUs } from '../occurrences/moved-visits.ts';
import { findVisitMove } from '../occurrences/visit-moves.store.ts';
import { timetableOf } from '../rules.ts';
import { findSubscription, type SubscriptionRow } from '../subscriptions.store.ts';
import { listStopFacts } from './hold.store.ts';
import { lockActivePlan } from './lock-plan.ts';

/**
 * Skips the visit of one service day of an active plan, even if the visit was moved to another day or has no stop yet.
 * A skip is final: a later hold doesn't credit the visit. A skip gives a credit only if closed days have moved the
 * visit to its present day. Repeating it changes nothing.
 *
 * Throws 400 (no visit on that day), 404 and 409: `on_hold`, `cannot_change` (the cut-off has passed, or the visit was
 * cancelled), or the plan isn't active.
 */
export async function skipVisit(
  services: Services,
  { subscriptionId, actorId, day }: { subscriptionId: string; actorId: string; day: DateKey },
): Promise<SubscriptionRow> {
  await inTransaction(services.db, async (trx) => {
    const plan = await lockActivePlan(services, trx, subscriptionId);
    if (day > lastBookableDay(services.clock())) throw noVisit(day);
    const stops = await listStopFacts(trx, plan.id, { from: day, until: addDays(day, 1) });
    const own = stops.filter(({ occurrence }) => occurrence === day);
    const skipped: (string | null)[] = [skippedByCustomer, skippedAfterMove];
    if (own.some(({ cancellationReason }) => skipped.includes(cancellationReason))) return;
    const stop = own.find(({ status }) => status !== 'cancelled');
    const givenUp = own.some(
      ({ cancellationReason }) => !ownCancelReasons.some((reason) => reason === cancellationReason),
    );
    if (!stop && givenUp) throw new Refusal(409, 'This visit is cancelled.', { code: 'cannot_change' });
    const pickup = stop ? await lockReferenced(trx, stop.id) : await makeStop(services, trx, plan, day);
    await skipStop(services, trx, pickup, actorId);
  });
  return (await findSubscription(services.db, subscriptionId)) as SubscriptionRow;
}

/**
 * Skips the visit of a plan whose stop the caller has locked: the stop is cancelled, and nothing is refunded. A visit
 * that closed days have moved is credited immediately. Returns the cancelled stop. Throws 409 `cannot_change` if the
 * cut-off has passed or the stop is resolved.
 */
export async function skipStop(services: Services, trx: Db, before: PickupRow, actorId: string): Promise<PickupRow> {
  const problem = whyNoCancel(await readChangeFacts(services, trx, before));
  if (problem !== null) throw new Refusal(409, problem, { code: 'cannot_change' });
  const isCredited = await wasMovedByUs(trx, before);
  const reason = isCredited ? skippedAfterMove : skippedByCustomer;
  const skipped = await cancelLocked(services, trx, before, { actorId, reason, refundCents: 0 });
  const { subscriptionId, occurrenceDate } = before;
  if (subscriptionId && occurrenceDate) {
    if (isCredited) await creditVisit(services, trx, { subscriptionId, serviceDay: occurrenceDate });
    const subject = { actorId, subject: 'subscription', subjectId: subscriptionId } as const;
    const details = { visit: formatDateKey(occurrenceDate) };
    await recordChanges(services, trx, [{ ...subject, action: 'skipped', details }]);
  }
  return skipped;
}

/**
 * Makes the stop of a visit that has none yet. The stop gets no driver, because it is cancelled in the same
 * transaction. Throws 400, and 409 `on_hold`.
 */
async function makeStop(services: Services, trx: Db, plan: SubscriptionRow, day: DateKey): Promise<PickupRow> {
  const timetable = timetableOf(plan);
  const check = checkBookingDay(day, services.clock(), null);
  if (!check.ok) throw new Refusal(400, check.message, { errors: { day: check.message } });
  if (isHeld(timetable, day)) {
    throw new Refusal(409, `The plan is on hold on ${formatDateKey(day)}.`, { code: 'on_hold' });
  }
  if (!hasService(timetable, day)) throw noVisit(day);
  const movedTo = (await findVisitMove(trx, plan.id, day))?.toDay ?? day;
  const isMoved = movedTo !== day && !isAfterEnd(timetable, movedTo);
  const made =
    (isMoved ? await insertStop(services, trx, plan, day, null, movedTo) : undefined) ??
    (await insertStop(services, trx, plan, day, null));
  if (made) return made;
  throw noVisit(day);
}

function noVisit(day: DateKey): Refusal {
  const message = `The plan has no visit on ${formatDateKey(day)}.`;
  return new Refusal(400, message, { errors: { day: message } });
}
