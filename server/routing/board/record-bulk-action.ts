import { v7 as newId } from 'uuid';
import type { z } from 'zod/mini';
import { undoSeconds as usualUndoSeconds } from '../../../contract/pickups.ts';
import type { BulkAction } from '../../../contract/routing/day-board.ts';
import { recordChanges } from '../../audit/record-change.ts';
import type { Db } from '../../database/transaction.ts';
import type { Services } from '../../services.ts';
import type { StopRow } from '../stops.store.ts';
import { type BulkActionRow, insertBulkAction, type ShiftBefore, type StopBefore } from './bulk-actions.store.ts';
import { revisionOf } from './revision-rules.ts';

type Action = z.input<typeof BulkAction>;

export interface BulkChange {
  /** The board's date. */
  date: string;
  /** A description for people: "12 stops moved to Tue, Nov 24". */
  summary: string;
  stops: readonly StopBefore[];
  shift?: ShiftBefore;
  /** How long the action can be undone. The default is two minutes. */
  undoSeconds?: number;
}

/**
 * Records a bulk action and its line in the trail, in the transaction that makes the change. The action can then be
 * undone for a limited time.
 */
export async function recordBulkAction(
  services: Pick<Services, 'clock'>,
  trx: Db,
  actorId: string,
  { date, summary, stops, shift, undoSeconds = usualUndoSeconds }: BulkChange,
): Promise<Action> {
  const createdAt = services.clock();
  const action = { id: newId(), actorId, date, summary, stops, shift: shift ?? null, undoSeconds, createdAt };
  await insertBulkAction(trx, action);
  const details = { what: summary };
  await recordChanges(services, trx, [{ actorId, action: 'bulk_moved', subject: 'user', subjectId: actorId, details }]);
  return presentAction(action);
}

export function presentAction({ id, summary, ...times }: Pick<BulkActionRow, 'id' | 'summary'> & UndoTimes): Action {
  return { id, summary, undoUntil: undoUntil(times).toISOString() };
}

type UndoTimes = Pick<BulkActionRow, 'createdAt' | 'undoSeconds'>;

export function undoUntil({ createdAt, undoSeconds }: UndoTimes): Date {
  return new Date(createdAt.getTime() + undoSeconds * 1000);
}

/** Returns the data that undoing needs: the stop before the action, and its revision after the action. */
export function stopBefore(stop: StopRow, after: Parameters<typeof revisionOf>[0]): StopBefore {
  const { id, driverId, routeId, routeOrder, pickupWindow, isPinned, scheduledDate, estimatedArrival } = stop;
  return {
    ...{ id, driverId, routeId, routeOrder, pickupWindow, isPinned },
    scheduledDate: scheduledDate?.toISOString() ?? null,
    estimatedArrival: estimatedArrival?.toISOString() ?? null,
    revisionAfter: revisionOf(after),
  };
}

/** Returns "1 stop" or "12 stops". */
export function countOf(stops: number): string {
  return stops === 1 ? '1 stop' : `${stops} stops`;
}
