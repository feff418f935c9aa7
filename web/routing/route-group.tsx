import { useId } from 'react';
import type { DateKey } from '../../contract/dates.ts';
import { moneyText } from '../ui/money-text.ts';
import type { DriverRoute } from './route-days.ts';
import { RouteStop } from './route-stop.tsx';
import { estimateText, revenueOf, routeDayText, stopsText } from './route-words.ts';

interface RouteGroupProps {
  route: DriverRoute;
  today: DateKey;
}

/** One driver's stops of one day. */
export function RouteGroup({ route: { day, driver, stops }, today }: RouteGroupProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container rounded-card border border-line bg-paper">
      <header className="border-ink border-b-2 px-4 pt-3 pb-2.5">
        <h3 id={id} className="break-words text-lg leading-snug">
          {driver ?? 'Unassigned'}
          <span className="font-normal text-soft"> · {routeDayText(day, today)}</span>
          {day < today && <span className="text-brick"> · Overdue</span>}
        </h3>
        <p className="text-soft tabular-nums">
          {stopsText(stops.length)} · {moneyText(revenueOf(stops.map(({ stop }) => stop)))} · Est.{' '}
          {estimateText(stops.length)}
        </p>
      </header>
      <ol className="px-4">
        {stops.map((numbered) => (
          <RouteStop key={numbered.stop.id} numbered={numbered} />
        ))}
      </ol>
    </section>
  );
}
