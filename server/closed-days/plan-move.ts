import { createHash } from 'node:crypto';
import type { ClosedDaysBody } from '../../contract/routing/closed-days.ts';
import { lastBookableDay } from '../../contract/values/time/booking-dates.ts';
import { addDays, type DateKey, dateKeyOf } from '../../contract/values/time/dates.ts';
import { zipCodeOf } from '../../contract/values/zip-code.ts';
import type { Db } from '../database/transaction.ts';
import { mapInTurns } from '../in-turns.ts';
import { Refusal } from '../refusal.ts';
import { revisionOf } from '../routing/board/revision-rules.ts';
import { listServiceAreas } from '../service-areas/change-areas.ts';
import type { Services } from '../services.ts';
import { readMovedVisits } from '../subscriptions/occurrences/moved-visits.ts';
import { timetableOf, visitReachDays } from '../subscriptions/rules.ts';
import { type ClosedStop, listDriverIds, listPlans, listStopsOfDays, listVisits } from './closed-days.store.ts';
import { type IsInPlace, readUnmadeStops } from './read-unmade-stops.ts';
import { decideStop, type Outcome, type PlanFacts, targetsOf, type Wanted } from './rules.ts';

type Body = ClosedDaysBody;

export interface PlannedStop {
  readonly row: ClosedStop;
  readonly outcome: Outcome;
  /** False for a visit that has no stop yet. */
  readonly isMade: boolean;
}

export interface PlannedMove {
  readonly stops: readonly PlannedStop[];
  /** Hash of the request, the stops and their outcomes. Another token means that one of them has changed. */
  readonly token: string;
}

/**
 * Decides what happens to every stop in the scope. Changes nothing. Throws 400 (an invalid day or choice) and 404 (an
 * unknown area or driver, or a chosen stop outside the scope).
 */
export async function planMove(services: Services, db: Db, body: Body): Promise<PlannedMove> {
  const wanted = readWanted(services, body);
  const closed = [...wanted.days.keys()];
  const isInPlace = await readPlaces(services, body.scope);
  const isInScope = await readScope(db, body, isInPlace);
  const made = (await listStopsOfDays(db, closed)).filter(isInScope);
  const hasUnmade = !body.scope.driverIds && body.scope.kind !== 'one-time';
  const unmade = hasUnmade ? await readUnmadeStops(services, db, closed, isInPlace) : [];
  const rows = [...made, ...unmade];
  const isMade = new Set(made.map(({ id }) => id));
  requireKnownChoices(rows, isMade, wanted);
  const plans = await readPlans(db, rows, unmade);
  const known = await mapInTurns(rows, (row) => ({
    row,
    isMade: isMade.has(row.id),
    ...{ id: row.id, status: row.status, day: row.scheduledDay, isHeld: row.heldAt !== null },
    isSecondTrip: row.recoveryOf !== null || row.returnOf !== null,
    plan: plans(row),
  }));
  const targets = targetsOf(known, wanted);
  const stops = await mapInTurns(known, ({ row, ...facts }) => ({
    ...{ row, isMade: facts.isMade },
    outcome: decideStop(facts, targets, wanted),
  }));
  return { stops, token: tokenOf(body, stops) };
}

function readWanted({ clock }: Services, { days, choices }: Body): Wanted {
  const now = clock();
  const [today, lastDay] = [dateKeyOf(now), lastBookableDay(now)];
  const map = new Map(days.map(({ from, to }) => [from, to]));
  if (map.size < days.length) throw refuseDays('Please choose each day once.');
  const targets = [...map.values(), ...choices.flatMap((choice) => ('to' in choice ? choice.to : []))];
  if ([...map.keys()].some((day) => day < today)) throw refuseDays('A day that has passed has no stops to move.');
  if (targets.some((day) => day < today)) throw refuseDays("Stops can't move to a day that has passed.");
  if (targets.some((day) => day > lastDay)) throw refuseDays('Please select a date within a year.');
  if (days.some(({ from, to }) => from === to)) throw refuseDays('Please choose another day for the stops.');
  const chosen = new Map(choices.map((choice) => [choice.id, 'to' in choice ? choice.to : ('skip' as const)]));
  return { days: map, choices: chosen, today, lastDay };
}

function refuseDays(message: string): Refusal {
  return new Refusal(400, message, { errors: { days: message } });
}

function requireKnownChoices(rows: readonly ClosedStop[], isMade: ReadonlySet<string>, { choices }: Wanted): void {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  for (const [id, choice] of choices) {
    const row = rowOf.get(id);
    if (!row) throw new Refusal(404, 'Pickup not found');
    if (choice === 'skip' && (row.subscriptionId === null || !isMade.has(id))) {
      const message = isMade.has(id)
        ? 'Only the visits of a plan can be skipped.'
        : 'A visit without a stop can only be moved.';
      throw new Refusal(400, message, { errors: { choices: message } });
    }
  }
}

async function readScope(
  db: Db,
  { scope: { driverIds, kind } }: Body,
  isInPlace: IsInPlace,
): Promise<(row: ClosedStop) => boolean> {
  if (driverIds && (await listDriverIds(db, driverIds)).length < new Set(driverIds).size) {
    throw new Refusal(404, 'Driver not found');
  }
  return ({ driverId, subscriptionId, address }) => {
    if (driverIds && (driverId === null || !driverIds.includes(driverId))) return false;
    if (kind && (kind === 'plan') !== (subscriptionId !== null)) return false;
    return isInPlace(address);
  };
}

async function readPlaces(services: Services, { areaIds, zipCodes }: Body['scope']): Promise<IsInPlace> {
  const inAreas = areaIds && (await zipsOfAreas(services, areaIds));
  return (address) => {
    const zip = zipCodeOf(address) ?? '';
    return (!inAreas || inAreas.has(zip)) && (!zipCodes || zipCodes.includes(zip));
  };
}

async function zipsOfAreas(services: Services, areaIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { areas } = await listServiceAreas(services);
  const chosen = areas.filter(({ id }) => areaIds.includes(id));
  if (chosen.length < new Set(areaIds).size) throw new Refusal(404, 'Service area not found');
  return new Set(chosen.flatMap(({ zipCodes }) => zipCodes));
}

/** Loads the plans of these stops and the visits around each stop, with three queries in total. */
async function readPlans(
  db: Db,
  rows: readonly ClosedStop[],
  unmade: readonly ClosedStop[],
): Promise<(row: ClosedStop) => PlanFacts | null> {
  const subscriptionIds = [...new Set(rows.flatMap(({ subscriptionId }) => subscriptionId ?? []))];
  const occurrences = rows.flatMap(({ occurrenceDate }) => occurrenceDate ?? []).sort();
  const [from, to] = [occurrences[0], occurrences.at(-1)];
  if (from === undefined || to === undefined) return () => null;
  const reach = { from: addDays(from, -visitReachDays), to: addDays(to, visitReachDays) };
  const plans = new Map((await listPlans(db, subscriptionIds)).map((plan) => [plan.id, plan]));
  const moved = await readMovedVisits(db, { subscriptionIds, ...reach });
  const known = new Set(moved.map(({ id }) => id));
  const others = unmade.filter(({ id }) => !known.has(id)).map(unmadeVisitOf);
  const all = [...(await listVisits(db, { subscriptionIds, ...reach })), ...moved, ...others];
  const visits = Map.groupBy(all, ({ subscriptionId }) => subscriptionId);
  return ({ subscriptionId, occurrenceDate: occurrence }) => {
    const plan = subscriptionId === null ? undefined : plans.get(subscriptionId);
    if (!plan || occurrence === null) return null;
    const near = isNear(occurrence);
    const own = (visits.get(plan.id) ?? []).filter((visit) => near(visit.occurrence));
    return { status: plan.status, timetable: timetableOf(plan), occurrence, visits: own };
  };
}

function unmadeVisitOf({ id, subscriptionId, occurrenceDate, scheduledDay: day, status }: ClosedStop) {
  return { id, subscriptionId: subscriptionId ?? '', occurrence: occurrenceDate ?? day, day, status };
}

function isNear(occurrence: DateKey): (day: DateKey) => boolean {
  const [from, to] = [addDays(occurrence, -visitReachDays), addDays(occurrence, visitReachDays)];
  return (day) => day >= from && day <= to;
}

function tokenOf({ scope, days, choices, reason }: Body, stops: PlannedMove['stops']): string {
  const seen = stops.map(({ row, outcome }) => [row.id, revisionOf(row), row.heldAt !== null, outcome]);
  const asked = [scope, days, choices, reason ?? null];
  return createHash('sha256')
    .update(JSON.stringify([asked, seen]))
    .digest('base64url');
}
