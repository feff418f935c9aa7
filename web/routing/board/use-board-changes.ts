import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BoardStop,
  type BulkAction,
  clearDriverDay,
  type DayBoard,
  moveBoardStops,
  setDriverDay,
  setDriverShift,
  undoBulkAction,
} from '../../../contract/routing/day-board.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { serverNowMs } from '../../api/server-clock.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import { type Destination, withMoved } from './board-model.ts';
import { shiftOutcomeText, undoneText } from './board-words.ts';

export interface StopsMove {
  readonly stops: readonly BoardStop[];
  readonly to: Destination;
}

/** A bulk action that was refused because stops changed, or because a plan already has a stop on the new date. */
export interface RefusedMove {
  readonly move: StopsMove;
  readonly isTaken: boolean;
  /** The server's sentence about each refused stop, by stop id. */
  readonly sentences: Readonly<Record<string, string>>;
}

interface Options {
  date: string;
  queryKey: QueryKey;
  onMoved: (move: StopsMove) => void;
  onRefused: (refused: RefusedMove) => void;
}

/**
 * Moves stops of the board. A move shows immediately. If the server refuses it, it is reverted and
 * the refused stops are named.
 */
export function useMoveStops({ date, queryKey, onMoved, onRefused }: Options) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ stops, to }: StopsMove) =>
      call(moveBoardStops, { body: { date, stops: stops.map(({ id, revision }) => ({ id, revision })), ...to } }),
    onMutate: async ({ stops, to }) => {
      await cache.cancelQueries({ queryKey });
      const before = cache.getQueryData<DayBoard>(queryKey);
      const ids = stops.map(({ id }) => id);
      if (before) cache.setQueryData<DayBoard>(queryKey, withMoved(before, ids, to));
      return before;
    },
    onSuccess: ({ action }, move) => {
      if (action) showAction(cache.setQueryData.bind(cache), queryKey, action);
      else toast({ title: 'Nothing to Move', description: 'These stops are already there.' });
      onMoved(move);
    },
    onError: (error, move, before) => {
      if (before) cache.setQueryData(queryKey, before);
      const refused = refusedOf(error, move);
      if (refused) onRefused(refused);
      else toastFailure(error, "We couldn't move the stops. Please try again.", 'Move Failed');
    },
    onSettled: () => void refreshAdmin(cache),
  });
}

type SetBoard = (key: QueryKey, update: (board: DayBoard | undefined) => DayBoard | undefined) => unknown;

/** Offers the undo immediately, without waiting for the next refresh. */
function showAction(set: SetBoard, queryKey: QueryKey, lastAction: BulkAction): void {
  set(queryKey, (board) => board && { ...board, lastAction });
}

/** Returns true if the server refused a move because of some of its stops. After other errors, a retry may work. */
export function isRefused(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || error.status !== 409) return false;
  return error.code === 'stops_changed' || error.code === 'day_taken';
}

function refusedOf(error: unknown, move: StopsMove): RefusedMove | null {
  if (!isRefused(error)) return null;
  return { move, isTaken: error.code === 'day_taken', sentences: error.errors };
}

/** Undoes the last bulk action. Stops that changed since then stay as they are and are named. */
export function useUndo() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (actionId: string) => call(undoBulkAction, { body: { actionId } }),
    onSuccess: (undone) => toast({ title: 'Undone', description: undoneText(undone) }),
    onError: (error) => toastFailure(error, "We couldn't undo the action. Please try again.", 'Undo Failed'),
    onSettled: () => refreshAdmin(cache),
  });
}

export interface DayHours {
  readonly driverId: string;
  readonly driverName: string;
  readonly hours: { readonly isOff: true } | { readonly start: string; readonly end: string };
  readonly openStops: 'keep' | 'unassign' | 'replan';
}

/** Saves a driver's day off or different hours for the board's date. */
export function useSetDay(date: string, onDone: () => void) {
  const cache = useQueryClient();
  const undo = useUndo();
  return useMutation({
    mutationFn: ({ driverId: id, hours, openStops }: DayHours) =>
      call(setDriverDay, { params: { id, date }, body: { ...hours, openStops } }),
    onSuccess: ({ action, ...outcome }, day) => {
      toast({
        title: 'isOff' in day.hours ? `${day.driverName} Is Off` : `${day.driverName}'s Shift Changed`,
        description: shiftOutcomeText(outcome, day.openStops),
        ...(action && undoOffer(action, () => undo.mutate(action.id))),
      });
      onDone();
    },
    onError: (error) => toastFailure(error, "We couldn't change the shift. Please try again.", 'Shift Not Changed'),
    onSettled: () => refreshAdmin(cache),
  });
}

/**
 * Returns the part of a toast that offers to undo an action. The toast stays as long as the undo is
 * possible, from 10 to 120 s.
 */
function undoOffer({ undoUntil }: BulkAction, run: () => void) {
  const forMs = Math.min(Math.max(Date.parse(undoUntil) - serverNowMs(), 10_000), 120_000);
  return { action: { label: 'Undo', run, forMs } };
}

export function useUsualShift(onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ driverId: id, start, end }: { driverId: string; start: string; end: string }) =>
      call(setDriverShift, { params: { id }, body: { start, end } }),
    onSuccess: () => {
      toast({ title: 'Usual Shift Changed' });
      onDone();
    },
    onError: (error) => toastFailure(error, "We couldn't change the shift. Please try again.", 'Shift Not Changed'),
    onSettled: () => refreshAdmin(cache),
  });
}

/** Restores a driver's usual shift on a date. */
export function useClearDay(date: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(clearDriverDay, { params: { id, date } }),
    onSuccess: () => toast({ title: 'Usual Shift Restored' }),
    onError: (error) => toastFailure(error, "We couldn't change the shift. Please try again.", 'Shift Not Changed'),
    onSettled: () => refreshAdmin(cache),
  });
}
