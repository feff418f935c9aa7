import { canMove, type PickupMove, type PickupStatus } from '../../../contract/pickups.ts';
import type { BoardColumn } from '../../../contract/routing/day-board.ts';
import { dateKeyOf } from '../../../contract/values/time/dates.ts';
import { timeText } from '../pickup-words.ts';
import type { MovablePickup } from './open-move.ts';

/** The moves that the dispatcher is offered, in the order of the menu. */
const offered = [
  'undo',
  'reopen',
  'assign',
  'reschedule',
  'complete',
  'reportIssue',
  'markIncomplete',
  'cancel',
] as const;
export type OfferedMove = (typeof offered)[number];

/** Returns the moves that the state table allows this dispatcher now. */
export function movesOf(pickup: MovablePickup, me: string | undefined, now: Date): OfferedMove[] {
  const canUndo = isUndoable(pickup, me, now);
  return offered.filter((move) => {
    if (move === 'undo') return canUndo;
    // Undo does the same without a question.
    if (move === 'reopen') return !canUndo && isReopenable(pickup, now);
    // A held pickup isn't paid, so it can't be assigned.
    if (move === 'assign' && pickup.heldAt) return false;
    return canMove(pickup.status, move);
  });
}

function isUndoable({ status, resolvedBy, undoUntil }: MovablePickup, me: string | undefined, now: Date): boolean {
  const isMine = me !== undefined && resolvedBy === me;
  return canMove(status, 'undo') && isMine && !!undoUntil && now < new Date(undoUntil);
}

/**
 * Returns true if the pickup was completed today. Also returns true if the list doesn't know when it was completed,
 * because the server checks the day again.
 */
function isReopenable({ status, completedAt }: MovablePickup, now: Date): boolean {
  if (!canMove(status, 'reopen')) return false;
  return !completedAt || dateKeyOf(new Date(completedAt)) === dateKeyOf(now);
}

export function moveLabelOf(move: OfferedMove, pickup: MovablePickup): string {
  if (move === 'assign') return pickup.driverId ? 'Reassign' : 'Assign';
  if (move === 'cancel') return isOfPlan(pickup) ? 'Skip Pickup' : 'Cancel Pickup';
  return moveLabels[move];
}

const moveLabels: Record<Exclude<OfferedMove, 'assign' | 'cancel'>, string> = {
  undo: 'Undo',
  reopen: 'Reopen',
  reschedule: 'Reschedule',
  complete: 'Complete',
  reportIssue: 'Issue',
  markIncomplete: 'Incomplete',
};

export const isOfPlan = ({ serviceType }: Pick<MovablePickup, 'serviceType'>) => serviceType === 'subscription';

/** Returns true if the pickup's day is still to come, so that resolving it is probably a mistake. */
export function isFuture({ scheduledDate }: Pick<MovablePickup, 'scheduledDate'>, now: Date): boolean {
  return scheduledDate !== null && dateKeyOf(new Date(scheduledDate)) > dateKeyOf(now);
}

/** The toast's title after a stop was resolved. */
export const resolvedTitles = {
  complete: 'Pickup Completed',
  reportIssue: 'Issue Reported',
  markIncomplete: 'Pickup Incomplete',
} as const satisfies Partial<Record<PickupMove, string>>;

/** Returns a sentence that says where a pickup is after Undo or Reopen. */
export function undoneText(address: string, status: PickupStatus): string {
  return status === 'pending'
    ? `${address} is open again and needs a driver.`
    : `${address} is back on its driver's route.`;
}

/** "42 open stops, ends 2:40 PM", "62 open stops, ends 4:10 PM, over the shift", "No open stops", "Off that day" */
export function driverLoadText({
  shift,
  openStops,
  endsAt,
  overMinutes,
}: Pick<BoardColumn, 'shift' | 'openStops' | 'endsAt' | 'overMinutes'>): string {
  const stops = openStops === 1 ? '1 open stop' : `${openStops === 0 ? 'No' : openStops} open stops`;
  if (shift.isOff) return openStops === 0 ? 'Off that day' : `Off that day, ${stops}`;
  return [stops, endsAt && `ends ${timeText(endsAt)}`, overMinutes > 0 && 'over the shift'].filter(Boolean).join(', ');
}
