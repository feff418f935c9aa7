import { useId } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { bagsText } from '../../../contract/pickups.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { CompleteButton } from '../stop/complete-button.tsx';
import { NavigateButton } from '../stop/navigate-button.tsx';
import { StopActions } from '../stop/stop-actions.tsx';
import { customerNameOf, scheduledTextOf } from '../stop/stop-words.ts';

interface OverdueStopProps {
  stop: DriverStop;
  today: DateKey;
  /** The ids of the elements that take the focus over when the stop is gone. */
  heirs: readonly string[];
  isLull: boolean;
  onCompleted: () => void;
}

/** One stop that should have been done before today. */
export function OverdueStop({ stop, today, heirs, isLull, onCompleted }: OverdueStopProps) {
  const addressId = useId();
  return (
    <li aria-labelledby={addressId} className="py-3 last:pb-0 sm:flex sm:items-center sm:justify-between sm:gap-4">
      <div className="min-w-0">
        <p className="font-semibold text-brick">{scheduledTextOf(stop.scheduledDate, today)}</p>
        <h3 id={addressId} className="break-words font-sans font-semibold text-lg leading-snug tracking-normal">
          {stop.address}
        </h3>
        <p className="break-words text-soft">
          {customerNameOf(stop)} · {bagsText(stop.bagCount)}
        </p>
      </div>
      <div className="mt-3 sm:mt-0 sm:shrink-0">
        <div className="flex flex-wrap gap-2">
          <NavigateButton place={stop} describedBy={addressId} className="grow px-3!" />
          <CompleteButton
            stopId={stop.id}
            variant="primary"
            describedBy={addressId}
            heirs={heirs}
            isLull={isLull}
            onCompleted={onCompleted}
            className="grow px-3!"
          />
        </div>
        <StopActions stop={stop} describedBy={addressId} heirs={heirs} className="mt-1" />
      </div>
    </li>
  );
}
