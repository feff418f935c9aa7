import type { DriverStop } from '../../../contract/drivers.ts';
import { statusLabels } from '../../../contract/pickups.ts';
import { incompleteReasonText, timeText } from '../../pickups/pickup-words.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import type { Elements } from '../../ui/elements.ts';
import { type StopState, stopStateOf } from '../schedule.ts';
import { PhoneLink } from '../stop/phone-link.tsx';
import { StopBags } from '../stop/stop-bags.tsx';
import { customerNameOf, serviceTextOf } from '../stop/stop-words.ts';
import { WaitingBadge } from '../stop/waiting-badge.tsx';
import { type AroundStep, CountsLine, Fact, NextLine } from './step-parts.tsx';

interface MapStopProps extends AroundStep {
  stop: DriverStop;
  children: Elements;
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
          <span>{statusLabels[stop.status]}</span>
        </Badge>
        {isWaiting && <WaitingBadge />}
        <CountsLine counts={counts} />
      </div>
      <h2 id={addressId} translate="no" tabIndex={-1} className="mt-2 break-words text-2xl leading-tight outline-none">
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
        <Fact name="Bags">
          <StopBags stop={stop} describedBy={addressId} />
        </Fact>
        <Fact name="Service">{serviceTextOf(stop.serviceType)}</Fact>
        <Fact name="ETA">{stop.estimatedArrival ? timeText(stop.estimatedArrival) : 'Not planned'}</Fact>
      </dl>
      <dl className="mt-2">
        <Fact name="Instructions" isInline={!stop.specialInstructions}>
          <span className="whitespace-pre-line">{stop.specialInstructions || 'None'}</span>
        </Fact>
      </dl>
      <NextLine next={next} noNext={noNext} />
      {children}
    </div>
  );
}
