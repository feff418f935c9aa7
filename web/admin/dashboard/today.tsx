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

/** Every pickup of today: where, who drives, how it stands. */
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
              Could not be refreshed just now
            </p>
          )}
          {data.length > 0 ? (
            <DashboardStopList stops={data} shownAtFirst={8} labelledBy="today" onReschedule={onReschedule} />
          ) : (
            <EmptyState title="No pickups today" heading="h3" art={<EmptyStoop />} className="py-6">
              What is booked for today shows here, with its driver.
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

/** What should have been done yesterday and waits for a new date. Nothing to see when nothing does. */
export function DashboardLeftovers({ stops, onReschedule }: DashboardLeftoversProps) {
  if (!stops || stops.length === 0) return null;
  return (
    <section aria-labelledby="leftovers">
      <h2 id="leftovers" className="mb-3 text-brick text-xl">
        Left from yesterday <span className="tabular-nums">({stops.length})</span>
      </h2>
      <DashboardStopList stops={stops} shownAtFirst={3} labelledBy="leftovers" isLate onReschedule={onReschedule} />
    </section>
  );
}
