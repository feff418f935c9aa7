import type { AdminPickup } from '../../../contract/pickups.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import type { Stops } from './data.ts';
import { DashboardStopList } from './stop-list.tsx';

interface DashboardTodayProps {
  stops: Stops;
  onReschedule: (stop: AdminPickup) => void;
}

/** Today's pickups. */
export function DashboardToday({ stops: { data, isError, isFetching, refetch }, onReschedule }: DashboardTodayProps) {
  return (
    <section aria-labelledby="today">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="today" className="text-xl">
          Today&apos;s Route Details
        </h2>
        {data && data.length > 0 && <p className="text-soft">Est. 2.5h</p>}
      </div>
      {data ? (
        <>
          {isError && (
            <p role="status" className="mb-2 text-soft">
              The last refresh failed
            </p>
          )}
          {data.length > 0 ? (
            <DashboardStopList stops={data} shownAtFirst={8} labelledBy="today" onReschedule={onReschedule} />
          ) : (
            <EmptyState title="No pickups today" heading="h3" art={<EmptyStoop />} className="py-6">
              Today’s pickups and their drivers will appear here.
            </EmptyState>
          )}
        </>
      ) : (
        <Card>
          <PartError
            message="Today’s pickups could not be loaded."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </Card>
      )}
    </section>
  );
}

interface DashboardLeftoversProps {
  /** Undefined while unknown. */
  stops: readonly AdminPickup[] | undefined;
  onReschedule: (stop: AdminPickup) => void;
}

/** Yesterday's unfinished pickups, which need a new date. Hidden when there are none. */
export function DashboardLeftovers({ stops, onReschedule }: DashboardLeftoversProps) {
  if (!stops || stops.length === 0) return null;
  return (
    <section aria-labelledby="leftovers">
      <h2 id="leftovers" className="mb-3 text-brick text-xl">
        Left over from yesterday <span className="tabular-nums">({stops.length})</span>
      </h2>
      <DashboardStopList stops={stops} shownAtFirst={3} labelledBy="leftovers" isLate onReschedule={onReschedule} />
    </section>
  );
}
