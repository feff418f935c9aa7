import { useMemo } from 'react';
import { bagsText, type Pickup } from '../../../contract/pickups.ts';
import { dateKeyOf } from '../../../contract/values/dates.ts';
import { hasPhotos } from '../../photos/photo-pair.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { pickupsTextOf, serviceTextOf, timeTextOf } from '../stop/stop-words.ts';
import { groupByDay, historyDayText } from './days.ts';

interface HistoryDaysProps {
  pickups: readonly Pickup[];
  /** Whether more can be loaded. They are sorted by scheduled date, so an overdue one may still belong to any of these days. */
  hasMore: boolean;
}

/** Completed pickups by day of completion. A day's totals are shown once everything is loaded. */
export function HistoryDays({ pickups, hasMore }: HistoryDaysProps) {
  const days = useMemo(() => groupByDay(pickups), [pickups]);
  const today = dateKeyOf(new Date());
  if (days.length === 0) {
    return (
      <EmptyState title="No pickup history yet" art={<EmptyStoop />}>
        The pickups you complete are listed here by day.
      </EmptyState>
    );
  }
  return days.map((day) => (
    <section key={day.date} aria-labelledby={`day-${day.date}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-ink border-b-2 pb-1.5">
        <h2 id={`day-${day.date}`} className="text-xl">
          {historyDayText(day.date, today)}
        </h2>
        {!hasMore && (
          <p className="text-soft tabular-nums">
            {pickupsTextOf(day.pickups.length)} · {bagsText(day.bags)}
          </p>
        )}
      </div>
      <ul className="divide-y divide-line">
        {day.pickups.map((pickup) => (
          <HistoryStop key={pickup.id} pickup={pickup} />
        ))}
      </ul>
    </section>
  ));
}

/** Rows far from the screen aren't rendered, so that a long history stays fast. */
function HistoryStop({ pickup }: { pickup: Pickup }) {
  const extras = [pickup.driverNotes && 'Note', hasPhotos(pickup) && 'Photos'].filter(Boolean);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3 tiny:block [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <div className="min-w-0">
        <h3 className="break-words font-sans font-semibold text-base leading-snug tracking-normal">{pickup.address}</h3>
        <p className="text-[0.9375rem] text-soft tabular-nums">
          {[bagsText(pickup.bagCount), serviceTextOf(pickup.serviceType), ...extras].join(' · ')}
        </p>
      </div>
      {pickup.completedAt && (
        <p className="text-soft tabular-nums">
          <span className="sr-only">Completed at </span>
          {timeTextOf(pickup.completedAt)}
        </p>
      )}
    </li>
  );
}
