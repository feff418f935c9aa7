import { ExternalLink, ListOrdered } from 'lucide-react';
import { useId } from 'react';
import type { DateKey } from '../../../contract/values/dates.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { moneyText } from '../../ui/money-text.ts';
import { useOrderEditor } from '../order/use-order-editor.ts';
import { estimateText, revenueOf, routeDayText, stopsText } from '../route-words.ts';
import { SettledStops } from './resolved-stops.tsx';
import type { DriverRoute } from './route-days.ts';
import { RouteGroupSketch } from './route-group-sketch.tsx';
import { RouteStanding } from './route-standing.tsx';
import { RouteStop } from './route-stop.tsx';

interface RouteGroupProps {
  group: DriverRoute;
  today: DateKey;
}

/** One driver's day: how far it is, the way drawn, and every stop, whose order can be changed. */
export function RouteGroup({ group, today }: RouteGroupProps) {
  const { day, driver, route, open, settled } = group;
  const id = useId();
  const editor = useOrderEditor();
  const isOrderable = route !== undefined && day >= today && open.filter(({ isPlanned }) => isPlanned).length > 0;
  const Editor = isOrderable ? editor.Editor : null;
  const mapsUrl = open.length > 0 && route?.googleMapsUrl?.startsWith('https://') ? route.googleMapsUrl : null;
  return (
    <section aria-labelledby={id} className="@container rounded-card border border-line bg-paper">
      <header className="border-ink border-b-2 px-4 pt-3 pb-2.5">
        <h3 id={id} className="break-words text-lg leading-snug">
          {driver ?? 'Unassigned'}
          <span className="font-normal text-soft"> · {routeDayText(day, today)}</span>
          {day < today && <span className="text-brick"> · Overdue</span>}
        </h3>
        <p className="text-soft tabular-nums">
          {open.length === 0
            ? 'Nothing left to do'
            : `${stopsText(open.length)} · ${moneyText(revenueOf(open))} · Est. ${estimateText(open.length)}`}
        </p>
        {route && <RouteStanding route={route} />}
      </header>
      <div className="px-4">
        {route && <RouteGroupSketch group={group} />}
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
                Open in Maps
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
        {settled.length > 0 && <SettledStops stops={settled} />}
        {Editor && route ? (
          <Editor routeId={route.id} stops={open} />
        ) : (
          open.length > 0 && (
            <ol className={settled.length > 0 ? undefined : 'mt-3 border-line border-t'}>
              {open.map((stop) => (
                <RouteStop key={stop.id} stop={stop} />
              ))}
            </ol>
          )
        )}
      </div>
    </section>
  );
}
