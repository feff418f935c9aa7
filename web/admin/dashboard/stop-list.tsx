import { useState } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { maxStops } from '../../routing/day-stops.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useRowFocus } from '../../ui/hooks/use-row-focus.ts';
import { byUrgency } from './day.ts';
import { DashboardStop } from './stop.tsx';

interface DashboardStopListProps {
  stops: readonly AdminPickup[];
  /** How many show before 'Show all' is pressed. */
  shownAtFirst: number;
  /** The id of the heading above. */
  labelledBy: string;
  /** The stops are overdue. */
  isLate?: boolean;
  onReschedule: (stop: AdminPickup) => void;
}

/** A day's pickups, sorted by what needs attention. */
export function DashboardStopList({ stops, shownAtFirst, labelledBy, isLate, onReschedule }: DashboardStopListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const sorted = stops.toSorted(byUrgency);
  const shown = isWhole ? sorted : sorted.slice(0, shownAtFirst);
  const rows = useRowFocus(shown.map(({ id }) => id));
  const firstHidden = sorted[shownAtFirst];
  return (
    <>
      <ul
        aria-labelledby={labelledBy}
        className={classNames('@container rounded-card border bg-paper px-4', isLate ? 'border-brick' : 'border-line')}
      >
        {shown.map((stop) => (
          <DashboardStop
            key={stop.id}
            ref={rows.rowRef(stop.id)}
            stop={stop}
            onReschedule={() => {
              rows.act(stop.id);
              onReschedule(stop);
            }}
          />
        ))}
      </ul>
      {!isWhole && firstHidden && (
        <Button
          variant="outline"
          className="mt-3 w-full"
          onClick={() => {
            setIsWhole(true);
            // The button disappears; the focus moves to the first new stop.
            rows.focusWhenThere(firstHidden.id);
          }}
        >
          Show all {stops.length}
          {stops.length >= maxStops && '+'}
        </Button>
      )}
    </>
  );
}
