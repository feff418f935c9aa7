import { ChevronDown } from 'lucide-react';
import { statusLabels } from '../../../contract/pickups.ts';
import type { RouteStop } from '../../../contract/routing.ts';
import { StopNumber } from '../../ui/stop-number.tsx';
import { stopsText } from '../route-words.ts';

/** The resolved stops of a route, collapsed. They cannot be moved. */
export function ResolvedStops({ stops }: { stops: readonly RouteStop[] }) {
  const missed = stops.filter(({ status }) => status !== 'completed').length;
  const done = stops.length - missed;
  return (
    <details className="group mt-3 border-line border-t border-b last:border-b-0">
      <summary className="flex min-h-11 items-center gap-2 py-1.5 font-semibold">
        <ChevronDown
          className="size-5 shrink-0 text-azure transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
        {done > 0 && `${stopsText(done)} done`}
        {done > 0 && missed > 0 && ', '}
        {missed > 0 && `${done > 0 ? missed : stopsText(missed)} not done`}
      </summary>
      <ul>
        {stops.map(({ id, routeOrder, address, status }, index) => (
          <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-line border-t py-2">
            <StopNumber number={routeOrder ?? index + 1} isFinished isIncomplete={status !== 'completed'} />
            <p className="break-words text-soft leading-snug">
              {address}
              {status !== 'completed' && <span className="text-brick"> · {statusLabels[status]}</span>}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
