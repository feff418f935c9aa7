import { ChevronDown, ExternalLink, ListOrdered, Pin } from 'lucide-react';
import { useId } from 'react';
import { countedBagsText, statusLabels } from '../../../contract/pickups.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import type { Route, RouteStop } from '../../../contract/routing.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { CustomerName } from '../../pickups/customer-name.tsx';
import { PickupMoves } from '../../pickups/moves/pickup-moves.tsx';
import { serviceTypeText } from '../../pickups/pickup-words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { StopNumber } from '../../ui/stop-number.tsx';
import { capitalized } from '../../ui/text/capitalized.ts';
import { Money } from '../../ui/text/money.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { VisitItem } from '../disposal/visit-item.tsx';
import { splitVisits, withVisits } from '../disposal/visit-rows.ts';
import { emptiedText } from '../disposal/visit-words.ts';
import { lateCountText, lateTextOn } from '../lateness.ts';
import { useOrderEditor } from '../order/use-order-editor.ts';
import { movableStop, type OpenStop } from '../route-stops.ts';
import {
  estimateText,
  etaText,
  planText,
  revenueOf,
  routeDayText,
  routeToneOf,
  stopsText,
  typeToneOf,
} from '../route-words.ts';
import type { DriverRoute } from './route-days.ts';

/** One driver's route: its progress, and the stops, whose order can be changed. */
export function RouteGroup({ group, today }: { group: DriverRoute; today: DateKey }) {
  const { day, driver, route, open, resolved } = group;
  const visits = splitVisits(route?.disposalVisits ?? [], resolved.length);
  const lateText = lateTextOn(day);
  const late = lateCountText(open.filter((stop) => lateText(stop) !== null).length);
  const id = useId();
  const editor = useOrderEditor();
  const isOrderable = route !== undefined && day >= today && open.filter(({ isPlanned }) => isPlanned).length > 0;
  const Editor = isOrderable ? editor.Editor : null;
  const mapsUrl = open.length > 0 && route?.googleMapsUrl?.startsWith('https://') ? route.googleMapsUrl : null;
  return (
    <section aria-labelledby={id} className="@container rounded-card border border-line bg-paper">
      <header className="border-ink border-b-2 px-4 pt-3 pb-2.5">
        <h3 id={id} className="break-words text-lg leading-snug">
          <span>{driver ?? 'Unassigned'}</span>
          <span className="font-normal text-soft">{` · ${routeDayText(day, today)}`}</span>
          {day < today && <span className="text-brick"> · Overdue</span>}
          {late && <span className="text-brick">{` · ${late}`}</span>}
        </h3>
        <p className="text-soft">
          {open.length === 0 ? (
            'Nothing left to do'
          ) : (
            <>
              <span>{`${stopsText(open.length)} · ${moneyText(revenueOf(open))}`}</span>{' '}
              <span className="text-sm">
                <span>· </span>
                <span>{`Est. ${estimateText(open.length)}`}</span>
                <span> (typical)</span>
              </span>
            </>
          )}
        </p>
        {route && <RouteProgress route={route} />}
      </header>
      <div className="px-4">
        {(mapsUrl || isOrderable) && (
          <div className="mt-3 flex flex-wrap gap-2">
            {mapsUrl && (
              <a
                href={mapsUrl}
                target="_blank"
                rel="noopener noreferrer"
                aria-describedby={id}
                className={buttonClass('outline', 'sm', 'grow px-3!')}
              >
                <ExternalLink className="size-5 shrink-0" aria-hidden="true" />
                <span>Open in Maps</span>
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            )}
            {isOrderable && (
              <Button
                variant={Editor ? 'primary' : 'outline'}
                size="sm"
                className="grow px-3!"
                aria-describedby={id}
                icon={<ListOrdered className="size-5 shrink-0" aria-hidden="true" />}
                busy={editor.isFetching}
                onClick={() => (Editor ? editor.stop() : void editor.start())}
              >
                {Editor ? 'Done' : 'Change Order'}
              </Button>
            )}
          </div>
        )}
        {route && resolved.length + visits.done.length > 0 && (
          <ResolvedStops stops={resolved} visits={visits.done} route={route} />
        )}
        {Editor && route ? (
          <Editor routeId={route.id} stops={open} visits={visits.ahead} resolvedStops={resolved.length} />
        ) : (
          open.length + visits.ahead.length > 0 && (
            <ol className={resolved.length + visits.done.length > 0 ? undefined : 'mt-3 border-line border-t'}>
              {withVisits(open, visits.ahead, resolved.length).map(({ visit, stop }) =>
                visit ? (
                  <VisitItem key={visit.id} visit={visit} />
                ) : (
                  <OpenStopRow key={stop.id} stop={stop} late={lateText(stop)} />
                ),
              )}
            </ol>
          )
        )}
      </div>
    </section>
  );
}

function RouteProgress({ route }: { route: Route }) {
  const { status, progress, pickups, driverName } = route;
  const plan = planText(route);
  const percent = Math.min(Math.max(Math.round(progress), 0), 100);
  const resolved = pickups.filter((stop) => stop.status !== 'assigned').length;
  return (
    <>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-soft">{plan ? `Planned ${plan}` : 'Not measured yet'}</p>
        <Badge tone={routeToneOf(status)}>{capitalized(status)}</Badge>
      </div>
      <div className="mt-2 flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={`Progress of ${driverName}`}
          aria-valuenow={percent}
          aria-valuetext={`${resolved} of ${pickups.length} stops`}
          className="h-2 grow overflow-hidden rounded-full bg-step"
        >
          <div className="h-full bg-leaf" style={{ width: `${percent}%` }} />
        </div>
        <p className="shrink-0 text-[0.9375rem] text-soft">{`${resolved} of ${pickups.length}`}</p>
      </div>
    </>
  );
}

function OpenStopRow({ stop, late }: { stop: OpenStop; late: string | null }) {
  const { number, address, amount, serviceType, estimatedArrival, specialInstructions } = stop;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 tiny:grid-cols-1 border-line border-b py-3 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] last:border-b-0">
      <StopNumber number={number} isFinished={false} />
      <div className="min-w-0">
        <div className="float-right -mt-2.5 -mr-2 ml-1">
          <PickupMoves pickup={stop.pickup} />
        </div>
        <h4 translate="no" className="text-balance break-words font-sans font-semibold leading-snug tracking-normal">
          {address}
        </h4>
        <p className="mt-0.5 break-words text-soft">
          <CustomerName {...stop} />
          <span> · </span>
          <span className="whitespace-nowrap">{countedBagsText(stop)}</span>
        </p>
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Badge tone={typeToneOf(serviceType)}>{serviceTypeText(serviceType)}</Badge>
          {stop.isPinned && (
            <Badge>
              <Pin className="size-3.5 fill-current" aria-hidden="true" />
              <span>Pinned</span>
            </Badge>
          )}
          {stop.isUnpaid && <Badge tone="brick">Unpaid</Badge>}
          <p>
            <span className="text-soft">ETA </span>
            <span>{etaText(estimatedArrival)}</span>
          </p>
          <Money amount={amount} className="ml-auto font-semibold" />
        </div>
        {late && <p className="mt-1.5 font-semibold text-brick leading-snug">{late}</p>}
        {specialInstructions && (
          <p className="mt-2 whitespace-pre-line break-words border-maize-deep border-l-2 pl-2.5 text-[0.9375rem] leading-snug">
            <span className="sr-only">Special instructions: </span>
            <span>{specialInstructions}</span>
          </p>
        )}
      </div>
    </li>
  );
}

interface ResolvedStopsProps {
  stops: readonly RouteStop[];
  /** The visits that are done. */
  visits: readonly DisposalVisit[];
  route: Route;
}

/** The resolved stops of a route, collapsed. Their order can't be changed. */
function ResolvedStops({ stops, visits, route }: ResolvedStopsProps) {
  const missed = stops.filter(({ status }) => status !== 'completed').length;
  const done = stops.length - missed;
  return (
    <details className="group mt-3 border-line border-t border-b last:border-b-0">
      <summary className="flex min-h-11 items-center gap-2 py-1.5 font-semibold">
        <ChevronDown
          className="size-5 shrink-0 text-azure transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
        <span>
          {[
            done > 0 && `${stopsText(done)} done`,
            missed > 0 && `${done > 0 ? missed : stopsText(missed)} not done`,
            emptiedText(visits.length),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </summary>
      <ul>
        {withVisits(stops, visits).map(({ visit, stop, index }) => {
          if (visit) return <VisitItem key={visit.id} visit={visit} />;
          const { id, routeOrder, address, status, countedBags } = stop;
          return (
            <li
              key={id}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t py-2"
            >
              <StopNumber number={routeOrder ?? index + 1} isFinished isIncomplete={status !== 'completed'} />
              <p className="break-words text-soft leading-snug">
                <span>{`${address}${typeof countedBags === 'number' ? ` · ${countedBagsText(stop)}` : ''}`}</span>
                {status !== 'completed' && <span className="text-brick">{` · ${statusLabels[status]}`}</span>}
              </p>
              <PickupMoves pickup={movableStop(stop, route)} />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
