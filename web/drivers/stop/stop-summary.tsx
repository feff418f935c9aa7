import type { ReactNode } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { incompleteReasonText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { StopState } from '../schedule.ts';
import { customerNameOf, timeTextOf } from './stop-words.ts';

interface StopSummaryProps {
  stop: DriverStop;
  addressId: string;
  state: StopState;
  /** More badges. */
  children: ReactNode;
}

/** A stop's address, customer, bags and times. */
export function StopSummary({ stop, addressId, state, children }: StopSummaryProps) {
  const isFinished = state !== 'open';
  return (
    <>
      <h3
        id={addressId}
        className={classNames(
          'mt-1.5 break-words font-sans font-semibold text-lg leading-snug tracking-normal',
          isFinished && 'text-soft',
        )}
      >
        {stop.address}
      </h3>
      <p className={classNames('break-words', isFinished && 'text-soft')}>{customerNameOf(stop)}</p>
      {state === 'incomplete' && (
        <p className="font-semibold text-brick">{incompleteReasonText(stop.incompleteReason)}</p>
      )}
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-soft tabular-nums">
        <span>{bagsText(stop.bagCount)}</span>
        {stop.estimatedArrival && !isFinished && <span>ETA {timeTextOf(stop.estimatedArrival)}</span>}
        {stop.completedAt && isFinished && <span>Completed {timeTextOf(stop.completedAt)}</span>}
        {stop.paymentStatus === 'pending' && <Badge tone="maize">Unpaid</Badge>}
        {children}
      </p>
    </>
  );
}
