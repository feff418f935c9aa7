import type { DateKey } from '../../../contract/values/dates.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { isDone, isOpen, type NumberedStop } from '../schedule.ts';
import { BulkComplete } from './bulk-complete.tsx';
import { NextStopButton } from './next-stop-button.tsx';
import { RouteProgress } from './progress.tsx';
import { TodayStop } from './today-stop.tsx';
import { useSelection } from './use-selection.ts';

interface TodayRouteProps {
  stops: readonly NumberedStop[];
  today: DateKey;
  /** Pickups with something that has not reached the server yet. */
  waitingIds: ReadonlySet<string>;
}

const headingId = 'today-route';
/** A longer route pushes the next stop off a phone's screen as the day goes on. */
const onOneScreen = 3;

/** Today's stops in the order of the route; done singly, or several at once. */
export function TodayRoute({ stops, today, waitingIds }: TodayRouteProps) {
  const openIds = stops.filter(({ stop }) => isOpen(stop)).map(({ stop }) => stop.id);
  const selection = useSelection(openIds);
  const [nextId] = openIds;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1} className="text-xl outline-none">
        Today's Route
      </h2>
      {stops.length > 0 && (
        <div className="mt-3">
          <RouteProgress completed={stops.filter(({ stop }) => isDone(stop)).length} total={stops.length} />
        </div>
      )}
      {nextId && stops.length > onOneScreen && <NextStopButton stopId={nextId} />}
      {openIds.length === 0 && (
        <EmptyState title="All Done for Today!" art={<EmptyStoop />} className={stops.length > 0 ? 'py-6!' : ''}>
          {stops.length === 0
            ? 'There are no stops on your route today.'
            : stops.every(({ stop }) => isDone(stop))
              ? 'Every stop of today is completed.'
              : 'No stop of today is left.'}
        </EmptyState>
      )}
      {openIds.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button variant="outline" className="px-4!" onClick={selection.selectAll}>
            Select All
          </Button>
          <Button variant="quiet" className="px-4!" onClick={selection.clear}>
            Clear
          </Button>
          <p role="status" className="ml-auto text-soft tabular-nums">
            {selection.ids.length} selected
          </p>
        </div>
      )}
      <ol className="mt-3 space-y-3">
        {stops.map((numbered) => (
          <TodayStop
            key={numbered.stop.id}
            numbered={numbered}
            today={today}
            isWaiting={waitingIds.has(numbered.stop.id)}
            isNext={numbered.stop.id === nextId}
            isSelected={selection.has(numbered.stop.id)}
            onToggle={() => selection.toggle(numbered.stop.id)}
            headingId={headingId}
          />
        ))}
      </ol>
      <BulkComplete ids={selection.ids} onDone={selection.clear} heir={headingId} />
    </section>
  );
}
