import { isOpenStatus } from '../../../contract/pickups.ts';
import type { BoardColumn, BoardStop, DayBoard } from '../../../contract/routing/day-board.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { personName } from '../../../contract/values/person-name.ts';
import { type RouteRow, splitVisits, withVisits } from '../disposal/visit-rows.ts';
import { lateTextOn } from '../lateness.ts';
import { isSameOrder, staysBefore } from './drop-place.ts';

/** Pure functions: the day board as columns, and the board after a move until the server responds. */

export const unassignedKey = 'unassigned';

export interface ColumnView {
  /** The driver's id, or `unassignedKey`. */
  readonly key: string;
  readonly name: string;
  readonly driver: BoardColumn | null;
  /** In driving order. */
  readonly open: readonly BoardStop[];
  readonly resolved: readonly BoardStop[];
  /** The open stops with the visits to disposal sites among them. */
  readonly rows: readonly RouteRow<BoardStop>[];
  /** The resolved stops with the finished visits among them. */
  readonly doneRows: readonly RouteRow<BoardStop>[];
  /** The open stops that are planned after their window: the warning about each, by stop id. */
  readonly late: ReadonlyMap<string, string>;
}

export const isOpen = ({ status }: Pick<BoardStop, 'status'>) => isOpenStatus(status);

export const stopName = (stop: Pick<BoardStop, 'firstName' | 'lastName' | 'username'>) => personName(stop);

export function driverName(column: Pick<BoardColumn, 'driverFirstName' | 'driverLastName' | 'driverUsername'>): string {
  const { driverFirstName: firstName, driverLastName: lastName, driverUsername: username } = column;
  return personName({ firstName, lastName, username });
}

/** Returns the board's columns: the unassigned stops first, then every driver. */
export function columnsOf({
  date,
  unassigned,
  columns,
}: Pick<DayBoard, 'date' | 'unassigned' | 'columns'>): ColumnView[] {
  const lateText = lateTextOn(date);
  const viewOf = (driver: BoardColumn | null, stops: readonly BoardStop[]): ColumnView => {
    const open = stops.filter(isOpen);
    const resolved = stops.filter((stop) => !isOpen(stop));
    const { done, ahead } = splitVisits(driver?.disposalVisits ?? noVisits, resolved.length);
    return {
      key: driver?.driverId ?? unassignedKey,
      name: driver ? driverName(driver) : 'Unassigned',
      ...{ driver, open, resolved },
      rows: withVisits(open, ahead, resolved.length),
      doneRows: withVisits(resolved, done),
      late: new Map(open.flatMap((stop) => pairOf(stop.id, lateText(stop)))),
    };
  };
  return [viewOf(null, unassigned), ...columns.map((column) => viewOf(column, column.stops))];
}

const noVisits: readonly DisposalVisit[] = [];
const pairOf = (id: string, text: string | null): [string, string][] => (text === null ? [] : [[id, text]]);

/** Returns true if stops can be given to this driver on the board's date. */
export const takesStops = (column: Pick<BoardColumn, 'isActive' | 'shift'>) => column.isActive && !column.shift.isOff;

/** Where selected stops go. Has the fields of `moveBoardStops`. */
export type Destination =
  | { readonly driverId: string; readonly position?: number }
  | { readonly unassign: true }
  | { readonly newDate: string; readonly reason: string | null; readonly shouldEmailCustomer: boolean };

/**
 * Returns the board after a move, for use until the server returns the new one. Loads stay unchanged, and the moved
 * stops lose their times. Without a position, stops go to the end of the driver's column.
 */
export function withMoved(board: DayBoard, ids: readonly string[], to: Destination): DayBoard {
  const all = new Map([...board.unassigned, ...board.columns.flatMap(({ stops }) => stops)].map((s) => [s.id, s]));
  const moved = ids.flatMap((id) => all.get(id) ?? []);
  const gone = new Set(ids);
  const stay = (stops: readonly BoardStop[]) => stops.filter(({ id }) => !gone.has(id));
  const unassigned = stay(board.unassigned);
  return {
    ...board,
    unassigned:
      'unassign' in to ? [...unassigned, ...moved.map((stop) => placed(stop, null, 'pending', false))] : unassigned,
    columns: board.columns.map((column) => {
      const stops = stay(column.stops);
      if (!('driverId' in to) || to.driverId !== column.driverId) return { ...column, stops };
      const isPinned = to.position !== undefined;
      const arrived = moved.map((stop) => placed(stop, column.driverId, 'assigned', isPinned));
      return { ...column, stops: stops.toSpliced((to.position ?? stops.length + 1) - 1, 0, ...arrived) };
    }),
  };
}

const placed = (stop: BoardStop, driverId: string | null, status: BoardStop['status'], isPinned: boolean) => ({
  ...stop,
  driverId,
  status,
  isPinned,
  routeOrder: null,
  estimatedArrival: null,
});

/** Returns the open stops among these ids, in the order of the board. */
export function stopsOf(views: readonly ColumnView[], ids: ReadonlySet<string>): BoardStop[] {
  return ids.size === 0 ? [] : views.flatMap(({ open }) => open.filter(({ id }) => ids.has(id)));
}

/** Returns the open or resolved stop with this id and its column; null if the board doesn't have it. */
export function findStop(views: readonly ColumnView[], id: string): { view: ColumnView; stop: BoardStop } | null {
  for (const view of views) {
    const stop = [...view.open, ...view.resolved].find((other) => other.id === id);
    if (stop) return { view, stop };
  }
  return null;
}

/**
 * Returns where dragged stops go when they are dropped on a column: `nothing` if they stay where they are, `refused` if
 * the driver takes no stops on this day.
 */
export function destinationOf(
  view: ColumnView,
  stops: readonly BoardStop[],
  gap: number | 'best',
): Destination | 'nothing' | 'refused' {
  if (!view.driver) return stops.some(({ driverId }) => driverId !== null) ? { unassign: true } : 'nothing';
  const isInside = stops.every(({ driverId }) => driverId === view.key);
  if (!isInside && !takesStops(view.driver)) return 'refused';
  if (gap === 'best') return isInside ? 'nothing' : { driverId: view.key };
  const column = view.open.map(({ id }) => id);
  const dragged = stops.map(({ id }) => id);
  if (isSameOrder(gap, column, dragged)) return 'nothing';
  return { driverId: view.key, position: view.resolved.length + staysBefore(gap, column, new Set(dragged)) + 1 };
}
