import type { BoardStop, DayBoard } from '../../../contract/routing/day-board.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { routeColor } from '../map/colors.ts';
import type { DayRoute, MapStop, MapVisit } from '../map/map-stops.ts';
import { columnsOf, isOpen, stopName } from './board-model.ts';

/**
 * Returns the board's stops as the map draws them, with the columns' numbers. A driver keeps the same
 * color with or without stops.
 */
export function mapOfBoard(board: Pick<DayBoard, 'date' | 'columns' | 'unassigned'>): {
  routes: DayRoute[];
  unassigned: MapStop[];
} {
  const routes = columnsOf(board)
    .filter(({ driver }) => driver !== null)
    .map(({ key, name, driver, open, resolved }, index) => ({
      ...{ id: key, name, color: routeColor(index) },
      stops: [...resolved, ...open].map((stop, at) => mapStopOf(stop, stop.routeOrder ?? at + 1)),
      visits: driver?.disposalVisits.map(mapVisitOf) ?? [],
    }));
  return {
    routes: routes.filter(({ stops }) => stops.length > 0),
    unassigned: board.unassigned.map((stop) => mapStopOf(stop, null)),
  };
}

function mapVisitOf({ siteId, siteName, place, afterStops, estimatedArrival, emptiedAt }: DisposalVisit): MapVisit {
  const at = emptiedAt ?? estimatedArrival;
  return {
    ...{ siteId, siteName, place, afterStops, isDone: emptiedAt !== null },
    time: at === null ? '' : `${emptiedAt === null ? 'at' : 'emptied at'} ${timeText(at)}`,
  };
}

function mapStopOf(stop: BoardStop, number: number | null): MapStop {
  const { id, place, address, status } = stop;
  return {
    ...{ id, number, place, address, name: stopName(stop) },
    status: isOpen(stop) ? 'open' : status === 'completed' ? 'done' : 'missed',
  };
}
