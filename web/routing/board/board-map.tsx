import { useMemo } from 'react';
import type { DayBoard } from '../../../contract/routing/day-board.ts';
import { DayMap } from '../map/day-map.tsx';
import { mapOfBoard } from './board-map-stops.ts';
import { boardFocus, useBoardFocus } from './use-board-focus.ts';

interface BoardMapProps {
  board: DayBoard;
  /** Called when a driver is pressed in the legend. */
  onShowDriver: (driverId: string) => void;
}

/** The routes of the board's day on one map (ROUTE-60). Board and map have the same stop in focus (ROUTE-64). */
export function BoardMap({ board, onShowDriver }: BoardMapProps) {
  const { focusedId } = useBoardFocus();
  const { routes, unassigned } = useMemo(() => mapOfBoard(board), [board]);
  return (
    <DayMap
      label="Map of the day"
      routes={routes}
      unassigned={unassigned}
      selectedId={focusedId}
      onSelect={boardFocus.reveal}
      onHighlight={onShowDriver}
      className="mb-4"
    />
  );
}
