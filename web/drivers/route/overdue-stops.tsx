import { CircleAlert } from 'lucide-react';
import type { DriverStop } from '../../../contract/drivers.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { OverdueStop } from './overdue-stop.tsx';

interface OverdueStopsProps {
  stops: readonly DriverStop[];
  today: DateKey;
}

const headingId = 'overdue-pickups';
const heirs = [headingId, 'today-route'];

/** Assigned pickups of earlier dates: the first thing a driver has to know. */
export function OverdueStops({ stops, today }: OverdueStopsProps) {
  // A completed one goes, and the next one's button comes to where the finger still is.
  const [isLull, startLull] = usePressGuard();
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="rounded-card border-2 border-brick bg-paper p-3 sm:p-4">
      <h2 id={headingId} tabIndex={-1} className="flex items-center gap-2 text-brick text-xl tabular-nums outline-none">
        <CircleAlert className="size-6 shrink-0" aria-hidden="true" />
        Overdue Pickups ({stops.length})
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {stops.map((stop) => (
          <OverdueStop key={stop.id} stop={stop} today={today} heirs={heirs} isLull={isLull} onCompleted={startLull} />
        ))}
      </ul>
    </section>
  );
}
