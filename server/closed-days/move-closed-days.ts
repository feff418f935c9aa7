import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import { closedDayUndoSeconds, type moveClosedDays as endpoint } from '../../contract/routing/closed-days.ts';
import { formatDateKey } from '../../contract/values/time/dates.ts';
import { type Db, inTransaction } from '../database/transaction.ts';
import type { MoveEmail } from '../pickups/changes/pickup-change.ts';
import { cancelLocked } from '../pickups/dispatch/cancel-pickup.ts';
import { lockReferenced } from '../pickups/find-pickup.ts';
import { skippedByDispatch } from '../pickups/rules.ts';
import { rescheduleStops } from '../pickups/stops/reschedule-stops.ts';
import { Refusal } from '../refusal.ts';
import { lockDaysAndStops } from '../routing/board/lock-days.ts';
import { readStopsBefore } from '../routing/board/read-stops-before.ts';
import { countOf, recordBulkAction, type stopBefore } from '../routing/board/record-bulk-action.ts';
import type { Services } from '../services.ts';
import { recordVisitMoves } from '../subscriptions/occurrences/moved-visits.ts';
import { type ClosedStop, listStopsOfDays, lockPlans } from './closed-days.store.ts';
import { instantOn } from './describe-messages.ts';
import { type PlannedMove, planMove } from './plan-move.ts';
import { readUnmadeStops } from './read-unmade-stops.ts';

type Endpoint = typeof endpoint;
type Body = z.output<Endpoint['body']>;
type After = Parameters<typeof stopBefore>[1];

/** Messages are sent this long after the undo time is over. */
const marginSeconds = 15;

/**
 * Moves the stops of closed days in one transaction, exactly as the preview with this token showed. Throws what
 * `planMove` throws, and 409 `preview_changed`, `conflicts` or `nothing_to_move`.
 */
export async function moveClosedDays(
  services: Services,
  actorId: string,
  body: Body,
): Promise<z.input<Endpoint['response']>> {
  const { token, ...asked } = body;
  return await inTransaction(services.db, async (trx) => {
    await lockAll(services, trx, body);
    const planned = await planMove(services, trx, asked);
    requireReady(planned, token);
    const email = { changeId: newId(), afterSeconds: closedDayUndoSeconds + marginSeconds };
    const stopsBefore = await readStopsBefore(
      trx,
      planned.stops.filter(({ isMade }) => isMade).map(({ row }) => row.id),
    );
    const skipped = await skipVisits(services, trx, { actorId, email }, planned);
    const moved = await moveStops(services, trx, { actorId, email, reason: body.reason ?? null }, planned);
    const date = body.days.map(({ from }) => from).sort()[0] ?? '';
    const visits = planned.stops.filter(({ outcome, isMade }) => outcome.act === 'move' && !isMade);
    const movedStops = moved.length + visits.length;
    const change = { date, summary: summaryOf(body, movedStops, skipped.length) };
    const action = await recordBulkAction(services, trx, actorId, {
      ...change,
      ...{ stops: stopsBefore([...skipped, ...moved]), undoSeconds: closedDayUndoSeconds },
    });
    await recordMoves(services, trx, { actorId, actionId: action.id, reason: body.reason ?? null }, planned);
    await enqueueAfterUndo(services, trx, { actionId: action.id, skipped });
    return { action, movedStops, skippedStops: skipped.length };
  });
}

async function lockAll(services: Services, trx: Db, { days, choices }: Body): Promise<void> {
  const from = days.map((day) => day.from);
  const to = [...days.map((day) => day.to), ...choices.flatMap((choice) => ('to' in choice ? choice.to : []))];
  const made = await listStopsOfDays(trx, from);
  await lockDaysAndStops(
    trx,
    [...from, ...to],
    made.map(({ id }) => id),
  );
  const unmade = await readUnmadeStops(services, trx, from, () => true);
  await lockPlans(
    trx,
    [...made, ...unmade].flatMap(({ subscriptionId }) => subscriptionId ?? []),
  );
}

function requireReady({ stops, token: seen }: PlannedMove, token: string): void {
  if (seen !== token) {
    const message = 'These stops have changed since you checked them. Please check the move again. Nothing was moved.';
    throw new Refusal(409, message, { code: 'preview_changed', errors: { token: seen } });
  }
  const conflicts = stops.filter(({ outcome }) => outcome.act === 'conflict');
  if (conflicts.length > 0) {
    const errors = Object.fromEntries(
      conflicts.map(({ row, outcome }) => [row.id, `${row.address}: ${'problem' in outcome ? outcome.problem : ''}`]),
    );
    const message = `${countOf(conflicts.length)} can't move to the day you chose. Please choose another day for each.`;
    throw new Refusal(409, message, { code: 'conflicts', errors });
  }
  if (stops.every(({ outcome }) => outcome.act === 'stay')) {
    throw new Refusal(409, 'There are no stops to move.', { code: 'nothing_to_move' });
  }
}

async function skipVisits(
  services: Services,
  trx: Db,
  { actorId, email }: { actorId: string; email: MoveEmail },
  { stops }: PlannedMove,
): Promise<(After & { id: string })[]> {
  const skipped: (After & { id: string })[] = [];
  for (const { row, outcome } of stops) {
    if (outcome.act !== 'skip') continue;
    const change = { actorId, reason: skippedByDispatch, refundCents: 0, email, notices: 'later' as const };
    const { id, status, driverId, isPinned } = await cancelLocked(
      services,
      trx,
      await lockReferenced(trx, row.id),
      change,
    );
    skipped.push({ id, status, driverId, isPinned, scheduledDay: row.scheduledDay });
  }
  return skipped;
}

/**
 * Moves the stops one day at a time, so that a plan's visit leaves a day before another one arrives there. Moves to a
 * later day come first, from the last day to the first. Moves to an earlier day follow, from the first day to the last.
 */
async function moveStops(
  services: Services,
  trx: Db,
  { actorId, ...change }: { actorId: string; email: MoveEmail; reason: string | null },
  { stops }: PlannedMove,
): Promise<(After & { id: string })[]> {
  const moves = stops.flatMap(({ row, outcome, isMade }) =>
    outcome.act === 'move' && isMade ? [{ row, to: outcome.to }] : [],
  );
  const isLater = ({ row, to }: (typeof moves)[number]) => to > row.scheduledDay;
  const moved: (After & { id: string })[] = [];
  for (const group of [...byDay(moves.filter(isLater)).reverse(), ...byDay(moves.filter((move) => !isLater(move)))]) {
    const dates = group.map(({ row, to }) => ({ pickupId: row.id, to: instantOn(to, row.scheduledDate) }));
    const { after, refused } = await rescheduleStops(services, trx, actorId, {
      ...change,
      ...{ moves: dates, notices: 'later' },
    });
    if (refused.size > 0) throw refuse(group, refused);
    moved.push(
      ...after.map(({ id, status, driverId, isPinned, scheduledDay }) => ({
        id,
        status,
        driverId,
        isPinned,
        scheduledDay,
      })),
    );
  }
  return moved;
}

/**
 * Records the moved visits of plans. A visit without a stop goes to its new day when the stop is made. A customer who
 * skips a moved visit gets a credit for it.
 */
async function recordMoves(
  services: Services,
  trx: Db,
  about: { actorId: string; actionId: string; reason: string | null },
  { stops }: PlannedMove,
): Promise<void> {
  const moves = stops.flatMap(({ row: { subscriptionId, occurrenceDate }, outcome }) => {
    if (!subscriptionId || !occurrenceDate || outcome.act !== 'move') return [];
    return [{ subscriptionId, occurrenceDate, toDay: outcome.to }];
  });
  await recordVisitMoves(services, trx, about, moves);
}

function byDay<Move extends { row: ClosedStop }>(moves: readonly Move[]): Move[][] {
  const days = Map.groupBy(moves, ({ row }) => row.scheduledDay);
  return [...days].sort(([a], [b]) => a.localeCompare(b)).map(([, group]) => group);
}

/** Returns the refusal for stops whose plan changed after the check. */
function refuse(moves: readonly { row: ClosedStop }[], refused: ReadonlyMap<string, string>): Refusal {
  const addressOf = new Map(moves.map(({ row }) => [row.id, row.address]));
  const errors = Object.fromEntries([...refused].map(([id, why]) => [id, `${addressOf.get(id) ?? ''}: ${why}`]));
  const message = 'Some plans have changed since you checked them. Please check the move again. Nothing was moved.';
  return new Refusal(409, message, { code: 'preview_changed', errors });
}

function summaryOf({ days }: Body, moved: number, skipped: number): string {
  const [first, ...more] = days.map(({ from }) => from).sort();
  const from = `from ${formatDateKey(first ?? '')}${more.length > 0 ? ` and ${more.length === 1 ? 'another day' : `${more.length} more days`}` : ''}`;
  return `${countOf(moved)} moved ${from}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

async function enqueueAfterUndo(
  { jobs }: Services,
  trx: Db,
  { actionId, skipped }: { actionId: string; skipped: readonly { id: string }[] },
): Promise<void> {
  const later = { afterSeconds: closedDayUndoSeconds + marginSeconds };
  await jobs.enqueueAll(trx, 'notify-closed-days', [{ actionId }], later);
  const visits = skipped.map(({ id }) => ({ pickupId: id }));
  await jobs.enqueueAll(trx, 'credit-skipped-visit', visits, later);
}
