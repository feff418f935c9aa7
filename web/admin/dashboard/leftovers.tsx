import type { AdminPickup } from '../../../contract/pickups.ts';
import { DashboardStopList } from './stop-list.tsx';

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
