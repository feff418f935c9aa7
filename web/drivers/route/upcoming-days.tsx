import type { DriverDay } from '../../../contract/drivers.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { formatDateKey } from '../../../contract/values/time/dates.ts';
import { withoutWeekday } from '../../pickups/pickup-words.ts';
import { customerNameOf, morePickupsText, pickupsTextOf } from '../stop/stop-words.ts';

/** Each day shows this many pickups and counts the rest. */
const namedPickups = 2;

/** One card per future date (DRIVER-9). */
export function UpcomingDays({ days }: { days: readonly DriverDay[] }) {
  return (
    <section aria-labelledby="upcoming-schedule" className="min-w-0">
      <h2 id="upcoming-schedule" className="text-xl">
        Upcoming Schedule
      </h2>
      {days.length === 0 && <p className="mt-2 text-soft">Nothing is scheduled after today.</p>}
      <ul className="mt-3 space-y-3">
        {days.map((day) => (
          <li key={day.date} className="rounded-card border border-line bg-paper p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="text-lg">
                <span>{day.isTomorrow ? 'Tomorrow' : day.dayName}</span>
                <span className="ml-2 font-normal font-sans text-base text-soft">
                  {withoutWeekday(formatDateKey(day.date))}
                </span>
              </h3>
              <span className="shrink-0 text-soft">{pickupsTextOf(day.pickups.length)}</span>
            </div>
            <ul className="mt-2 space-y-2">
              {day.pickups.slice(0, namedPickups).map((stop) => (
                <li key={stop.id} className="text-pretty break-words leading-snug">
                  <span translate="no">{stop.address}</span>
                  <span className="block text-[0.9375rem] text-soft">
                    {`${customerNameOf(stop)} · ${bagsText(stop.bagCount)}`}
                  </span>
                </li>
              ))}
            </ul>
            {day.pickups.length > namedPickups && (
              <p className="mt-2 text-soft">{morePickupsText(day.pickups.length - namedPickups)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
