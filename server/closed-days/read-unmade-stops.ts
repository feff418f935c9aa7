import { hasService, heldServiceDays, isOneTooMany, visitTimeOf } from '../../contract/values/plan/schedule.ts';
import { addDays, type DateKey, dateKeyOf } from '../../contract/values/time/dates.ts';
import type { Db } from '../database/transaction.ts';
import { mapInTurns } from '../in-turns.ts';
import type { Services } from '../services.ts';
import { listUnmadeVisits } from '../subscriptions/occurrences/list-unmade-visits.ts';
import { visitIdOf } from '../subscriptions/occurrences/visit-id.ts';
import { timetableOf } from '../subscriptions/rules.ts';
import { type ClosedStop, listCredited, listPlans, listVisits, type PlanRow } from './closed-days.store.ts';

/** Returns true if an address is in the scope's areas and ZIP codes. */
export type IsInPlace = (address: string) => boolean;

/** Returns the visits on these days that have no stop yet but will get one, in the form of their future stops. */
export async function readUnmadeStops(
  { clock }: Pick<Services, 'clock'>,
  db: Db,
  days: readonly DateKey[],
  isInPlace: IsInPlace,
): Promise<ClosedStop[]> {
  const today = dateKeyOf(clock());
  const stops: ClosedStop[] = [];
  for (const date of days) {
    // No stop is made any more for today or an earlier day.
    const visits = (await listUnmadeVisits(db, date)).filter(({ occurrence }) => occurrence > today);
    const subscriptionIds = visits.map(({ subscriptionId }) => subscriptionId);
    const plans = new Map((await listPlans(db, subscriptionIds)).map((plan) => [plan.id, plan]));
    const willBeMade = await readWhatIsMade(
      db,
      visits.map(({ occurrence }) => occurrence),
      subscriptionIds,
      today,
    );
    const scheduledDate = visitTimeOf(date);
    const unmade = await mapInTurns(visits, ({ subscriptionId, occurrence }) => {
      const plan = plans.get(subscriptionId);
      if (!plan || !willBeMade(plan, occurrence)) return [];
      const stop = unmadeStopOf(plan, { occurrence, scheduledDay: date, scheduledDate });
      return isInPlace(stop.address) ? [stop] : [];
    });
    stops.push(...unmade.flat());
  }
  return stops;
}

/** Returns the visit in the form of its future stop. It has no driver: one is chosen when the stop is made. */
function unmadeStopOf(
  plan: PlanRow,
  { occurrence, ...when }: { occurrence: DateKey; scheduledDay: DateKey; scheduledDate: Date },
): ClosedStop {
  const { id: subscriptionId, customerId, bagCountLimit: bagCount, username, firstName, lastName, phone } = plan;
  return {
    ...{ customerId, subscriptionId, bagCount, username, firstName, lastName, phone },
    id: visitIdOf({ subscriptionId, occurrence }),
    address: plan.address ?? plan.accountAddress ?? '',
    ...{ occurrenceDate: occurrence, ...when },
    ...{ status: 'pending', driverId: null, isPinned: false, heldAt: null, returnOf: null, recoveryOf: null },
  };
}

/** Returns a function that tells whether `makeStop` will make the stop of a visit, if nothing changes until then. */
async function readWhatIsMade(
  db: Db,
  occurrences: readonly DateKey[],
  subscriptionIds: readonly string[],
  today: DateKey,
): Promise<(plan: PlanRow, occurrence: DateKey) => boolean> {
  const sorted = occurrences.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return () => false;
  const range = { subscriptionIds, from: addDays(first, -6), to: addDays(last, 6) };
  const visits = Map.groupBy(await listVisits(db, range), ({ subscriptionId }) => subscriptionId);
  const credits = Map.groupBy(await listCredited(db, range), ({ subscriptionId }) => subscriptionId);
  return (plan, occurrence) => {
    const timetable = timetableOf(plan);
    if (plan.status !== 'active' || !hasService(timetable, occurrence)) return false;
    const credited = (credits.get(plan.id) ?? []).map(({ day }) => day);
    if (credited.includes(occurrence)) return false;
    const made = (visits.get(plan.id) ?? []).filter(({ status }) => status !== 'cancelled');
    const held = heldServiceDays(timetable, today, addDays(occurrence, 6));
    const others = [...made.map((visit) => visit.occurrence), ...credited, ...held];
    return !isOneTooMany(timetable, occurrence, others);
  };
}
