import { type Ref, useId } from 'react';
import { type AdminPickup, bagsText, canMove } from '../../../contract/pickups.ts';
import { IncompleteLine } from '../../pickups/incomplete-line.tsx';
import { PickupStatusBadge } from '../../pickups/pickup-status-badge.tsx';
import { serviceTypeText } from '../../pickups/pickup-words.ts';
import { etaText } from '../../routing/route-words.ts';
import { Button } from '../../ui/button.tsx';

interface DashboardStopProps {
  stop: AdminPickup;
  onReschedule: () => void;
  ref: Ref<HTMLLIElement>;
}

/** One pickup of the day. */
export function DashboardStop({ stop, onReschedule, ref }: DashboardStopProps) {
  const addressId = useId();
  const { status, address, bagCount, customerUsername, serviceType, driverUsername } = stop;
  return (
    <li
      ref={ref}
      tabIndex={-1}
      aria-labelledby={addressId}
      className="-mx-1 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-line border-b px-1 py-3 outline-none last:border-b-0 focus-visible:outline-3 @xl:grid-cols-[minmax(0,1fr)_7rem_7.25rem]"
    >
      <div className="col-span-2 min-w-0 @xl:col-span-1">
        <h3 id={addressId} className="break-words font-sans font-semibold leading-snug tracking-normal">
          {address}
        </h3>
        <p className="break-words text-[0.9375rem] text-soft">
          {bagsText(bagCount)} · {customerUsername ?? 'Unknown'} ·{' '}
          <span className="whitespace-nowrap">{serviceTypeText(serviceType)}</span>
        </p>
        <IncompleteLine pickup={stop} isShort />
      </div>
      <div className="min-w-0 leading-snug">
        <p className={driverUsername ? 'break-words' : 'font-semibold text-brick'}>
          <span className="sr-only">Driver: </span>
          {driverUsername ?? 'Unassigned'}
        </p>
        <Standing stop={stop} />
      </div>
      {canMove(status, 'reschedule') && (
        <Button variant="outline" size="sm" className="px-3!" aria-describedby={addressId} onClick={onReschedule}>
          Reschedule
        </Button>
      )}
    </li>
  );
}

/** The arrival time or the status. An unassigned stop shows neither. */
function Standing({ stop: { status, estimatedArrival } }: { stop: AdminPickup }) {
  if (status === 'pending') return null;
  if (status !== 'assigned') return <PickupStatusBadge status={status} />;
  return estimatedArrival && <p className="text-[0.9375rem] text-soft tabular-nums">ETA {etaText(estimatedArrival)}</p>;
}
