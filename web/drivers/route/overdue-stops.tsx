import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { countedBagsText } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { CompleteButton, NavigateButton, StopActions } from '../stop/stop-buttons.tsx';
import { customerNameOf, scheduledTextOf } from '../stop/stop-words.ts';
import { usePressGuard } from '../stop/use-press-guard.ts';
import { DetailsButton, StopDetails } from './stop-details.tsx';

const headingId = 'overdue-pickups';
const focusTargets = [headingId, 'today-route'];

/** Assigned pickups of earlier dates (DRIVER-5). */
export function OverdueStops({ stops, today }: { stops: readonly DriverStop[]; today: DateKey }) {
  // A completed stop disappears, and the next stop's button moves under the driver's finger.
  const [isGuarded, startGuard] = usePressGuard();
  if (stops.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="rounded-card border-2 border-brick bg-paper p-3 sm:p-4">
      <h2 id={headingId} tabIndex={-1} className="flex items-center gap-2 text-brick text-lg outline-none">
        <CircleAlert className="size-5 shrink-0" aria-hidden="true" />
        <span>{`Overdue Pickups (${stops.length})`}</span>
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {stops.map((stop) => (
          <OverdueStop
            key={stop.id}
            stop={stop}
            today={today}
            focusTargets={focusTargets}
            isGuarded={isGuarded}
            onCompleted={startGuard}
          />
        ))}
      </ul>
    </section>
  );
}

interface OverdueStopProps {
  stop: DriverStop;
  today: DateKey;
  /** The ids of the elements that may get the focus when the stop disappears, by preference. */
  focusTargets: readonly string[];
  isGuarded: boolean;
  onCompleted: () => void;
}

function OverdueStop({ stop, today, focusTargets, isGuarded, onCompleted }: OverdueStopProps) {
  const id = useId();
  const addressId = `${id}-address`;
  const [isExpanded, setExpanded] = useState(false);
  return (
    <li aria-labelledby={addressId} className="py-2.5 first:pt-1 last:pb-0">
      <div className="sm:flex sm:items-center sm:justify-between sm:gap-4">
        <div className="min-w-0">
          <h3
            id={addressId}
            translate="no"
            className="break-words font-sans font-semibold text-base leading-snug tracking-normal"
          >
            {stop.address}
          </h3>
          <p className="break-words text-[0.9375rem] text-soft">
            <span className="font-semibold text-brick">{scheduledTextOf(stop.scheduledDate, today)}</span>
            <span>{` · ${customerNameOf(stop)} · ${countedBagsText(stop)}`}</span>
          </p>
        </div>
        <div className="mt-1.5 flex flex-wrap gap-2 sm:mt-0 sm:shrink-0">
          <NavigateButton place={stop} describedBy={addressId} className="grow px-3!" />
          <CompleteButton
            stopId={stop.id}
            variant="primary"
            describedBy={addressId}
            focusTargets={focusTargets}
            isGuarded={isGuarded}
            onDone={onCompleted}
            className="grow px-3!"
          />
          <DetailsButton
            isExpanded={isExpanded}
            onToggle={() => setExpanded(!isExpanded)}
            controls={`${id}-details`}
            describedBy={addressId}
          />
        </div>
      </div>
      {isExpanded && (
        <StopDetails id={`${id}-details`} stop={stop} today={today} addressId={addressId}>
          <StopActions stop={stop} describedBy={addressId} focusTargets={focusTargets} className="mt-2" />
        </StopDetails>
      )}
    </li>
  );
}
