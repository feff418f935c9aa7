import { Pin } from 'lucide-react';
import { bagsText } from '../../../contract/pickups.ts';
import { serviceTypeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { StopNumber } from '../../ui/stop-number.tsx';
import type { OpenStop } from '../route-stops.ts';
import { etaText, typeToneOf } from '../route-words.ts';

/** One stop of a route. */
export function RouteStop({ stop }: { stop: OpenStop }) {
  const { number, address, customer, bagCount, amount, serviceType, estimatedArrival, specialInstructions } = stop;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 tiny:grid-cols-1 border-line border-b py-3 last:border-b-0">
      <StopNumber number={number} isFinished={false} />
      <div className="min-w-0">
        <h4 className="text-balance break-words font-sans font-semibold leading-snug tracking-normal">{address}</h4>
        <p className="mt-0.5 break-words text-soft">
          {customer ?? 'Unknown'} · <span className="whitespace-nowrap">{bagsText(bagCount)}</span>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Badge tone={typeToneOf(serviceType)}>{serviceTypeText(serviceType)}</Badge>
          {stop.isPinned && (
            <Badge>
              <Pin className="size-3.5 fill-current" aria-hidden="true" />
              Pinned
            </Badge>
          )}
          {stop.isUnpaid && <Badge tone="brick">Unpaid</Badge>}
          <p className="tabular-nums">
            <span className="text-soft">ETA </span>
            {etaText(estimatedArrival)}
          </p>
          <Money amount={amount} className="ml-auto font-semibold" />
        </div>
        {specialInstructions && (
          <p className="mt-2 whitespace-pre-line break-words border-maize-deep border-l-2 pl-2.5 text-[0.9375rem] leading-snug">
            <span className="sr-only">Special instructions: </span>
            {specialInstructions}
          </p>
        )}
      </div>
    </li>
  );
}
