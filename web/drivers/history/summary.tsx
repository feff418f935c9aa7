import { Star } from 'lucide-react';
import type { Pickup } from '../../../contract/pickups.ts';
import { driverDisplay } from '../display-texts.ts';
import { bagsOf } from './days.ts';

interface HistorySummaryProps {
  /** How many there are in total, by the server's count. */
  total: string;
  /** The loaded ones. */
  pickups: readonly Pickup[];
  hasMore: boolean;
  /** The bags of all completed pickups; undefined until loaded. */
  completedBags: number | undefined;
}

/** The totals above the history. */
export function HistorySummary({ total, pickups, hasMore, completedBags }: HistorySummaryProps) {
  const isKnown = completedBags !== undefined || !hasMore;
  return (
    <section aria-labelledby="history-totals">
      <h2 id="history-totals" className="sr-only">
        Totals
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2 sm:gap-3">
        <Figure name="Completed" value={total} />
        <Figure
          name={isKnown ? 'Bags' : `Bags, latest ${pickups.length} pickups`}
          value={(hasMore && completedBags !== undefined ? completedBags : bagsOf(pickups)).toLocaleString('en-US')}
        />
        <Figure name={`Rating, ${driverDisplay.reviews}`} value={driverDisplay.rating} isRating />
        <Figure name="On-time rate" value={driverDisplay.onTimeRate} />
      </dl>
    </section>
  );
}

function Figure({ name, value, isRating = false }: { name: string; value: string; isRating?: boolean }) {
  return (
    <div className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-3 py-3 sm:px-4">
      <dt className="break-words text-[0.9375rem] text-soft leading-tight">{name}</dt>
      <dd className="flex items-center gap-1.5 font-bold font-display text-3xl tabular-nums leading-tight">
        {value}
        {isRating && <Star className="size-5 fill-maize text-maize-deep" aria-hidden="true" />}
      </dd>
    </div>
  );
}
