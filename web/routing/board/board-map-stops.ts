import type { BoardStop, DayBoard } from '../../../contract/routing/day-board.ts';
import { routeColor } from '../map/colors.ts';
import type { DayRoute, MapStop } from '../map/map-stops.ts';
import { columnsOf, isOpen, stopName } from './board-model.ts';

/** The board as the map draws it, with the numbers of its columns. A driver keeps their color, with stops or without. */
export function mapOfBoard(board: Pick<DayBoard, 'columns' | 'unassigned'>): {
  routes: DayRoute[];
  unassigned: MapStop[];
} {
  const routes = columnsOf(board)
    .filter(({ driver }) => driver !== null)
    .map(({ key, name, open, resolved }, index) => ({
      ...{ id: key, name, color: routeColor(index) },
      stops: [...resolved, ...open].map((stop, at) => mapStopOf(stop, stop.routeOrder ?? at + 1)),
    }));
  return {
    routes: routes.filter(({ stops }) => stops.length > 0),
    unassigned: board.unassigned.map((stop) => mapStopOf(stop, null)),
  };
}

function mapStopOf(stop: BoardStop, number: number | null): MapStop {
  const { id, place, address, status } = stop;
  return {
    ...{ id, number, place, address, name: stopName(stop) },
    status: isOpen(stop) ? 'open' : status === 'completed' ? 'done' : 'missed',
  };
}
