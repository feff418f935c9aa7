import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import { bagsText, statusLabels } from '../../../contract/pickups.ts';
import { incompleteReasonText, timeText } from '../../pickups/pickup-words.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { type DayCounts, type StopState, stopStateOf } from '../schedule.ts';
import { PhoneLink } from '../stop/phone-link.tsx';
import { customerNameOf, serviceTextOf } from '../stop/stop-words.ts';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { milesAwayText } from './steps.ts';

interface MapStopProps {
  stop: DriverStop;
  addressId: string;
  isWaiting: boolean;
  /** Of the route's stops. */
  counts: DayCounts;
  next: { stop: DriverStop; miles: number | null } | null;
  noNext: string;
  children: ReactNode;
}

const tones: Record<StopState, BadgeTone> = { open: 'azure', done: 'leaf', incomplete: 'brick' };

/** The stop that the map shows, with its details (DRIVER-15). */
export function MapStop({ stop, addressId, isWaiting, counts, ...rest }: MapStopProps) {
  const { next, noNext, children } = rest;
  const state = stopStateOf(stop);
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[state]}>
          <span className="sr-only">Status: </span>
          {statusLabels[stop.status]}
        </Badge>
        {isWaiting && <WaitingBadge />}
        <p className="ml-auto text-[0.9375rem]">
          <strong>{counts.completed}</strong> completed · <strong>{counts.remaining}</strong> remaining
          {counts.incomplete > 0 && (
            <>
              {' '}
              · <strong>{counts.incomplete}</strong> incomplete
            </>
          )}
        </p>
      </div>
      <h2 id={addressId} tabIndex={-1} className="mt-2 break-words text-2xl leading-tight outline-none">
        {stop.address}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <p className="min-w-0 break-words text-soft">{customerNameOf(stop)}</p>
        <PhoneLink phone={stop.customerPhone} className="-mr-2" />
      </div>
      {state === 'incomplete' && (
        <p className="mt-1 font-semibold text-brick">{incompleteReasonText(stop.incompleteReason)}</p>
      )}
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-x-4 gap-y-2 border-line border-t pt-3">
        <Fact name="Bags">{bagsText(stop.bags)}</Fact>
        <Fact name="Service">{serviceTextOf(stop.serviceType)}</Fact>
        <Fact name="ETA">{stop.estimatedArrival ? timeText(stop.estimatedArrival) : 'Not planned'}</Fact>
      </dl>
      <dl className="mt-2">
        <Fact name="Instructions" isInline={!stop.specialInstructions}>
          <span className="whitespace-pre-line">{stop.specialInstructions || 'None'}</span>
        </Fact>
      </dl>
      <p className="mt-3 flex items-start gap-2 border-line border-t pt-3">
        <ArrowRight className="mt-0.5 size-5 shrink-0 text-azure" aria-hidden="true" />
        <span className="min-w-0 break-words">
          <span className="text-soft">Next stop: </span>
          {next ? (
            <>
              <span className="font-semibold">{next.stop.address}</span>
              {next.miles !== null && <span className="text-soft">, {milesAwayText(next.miles)}</span>}
            </>
          ) : (
            <span className="font-semibold">{noNext}</span>
          )}
        </span>
      </p>
      {children}
    </div>
  );
}

function Fact({ name, isInline = false, children }: { name: string; isInline?: boolean; children: ReactNode }) {
  return (
    <div className={isInline ? 'flex flex-wrap gap-x-2' : 'min-w-0'}>
      <dt className="text-[0.9375rem] text-soft leading-snug">{name}</dt>
      <dd className="break-words font-semibold leading-snug">{children}</dd>
    </div>
  );
}
