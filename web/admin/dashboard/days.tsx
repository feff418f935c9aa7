import type { AdminDashboard } from '../../../contract/admin.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/dates.ts';
import { withoutWeekday } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Figures } from './data.ts';
import { DashboardDaysRow } from './days-row.tsx';

type Days = AdminDashboard['days'];

/** Pickups booked and completed over the last two weeks. */
export function DashboardDays({ figures, today }: { figures: Figures; today: DateKey }) {
  const { data, isError, isFetching, refetch } = figures;
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="mb-3 text-xl">
        Last 14 Days
      </h2>
      <Card className="relative">
        {data ? (
          <>
            <Picture days={data.days} today={today} />
            <DaysTable days={data.days} />
          </>
        ) : isError ? (
          <PartError
            message="The last 14 days could not be loaded."
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Skeleton className="h-58" />
        )}
      </Card>
    </section>
  );
}

/** Two rows on the same scale, told apart by position and label, not by color alone. */
function Picture({ days, today }: { days: Days; today: DateKey }) {
  const tallest = Math.max(0, ...days.flatMap(({ booked, completed }) => [booked, completed]));
  const marked = days.findIndex(({ date }) => date === today);
  const row = { tallest, marked };
  return (
    <div aria-hidden="true">
      <DashboardDaysRow name="Booked" counts={days.map((day) => day.booked)} fill="fill-azure" {...row} />
      <DashboardDaysRow name="Completed" counts={days.map((day) => day.completed)} fill="fill-leaf" {...row} />
      <p className="mt-1 flex justify-between text-soft text-sm">
        <span>{days[0] && withoutWeekday(formatDateKey(days[0].date))}</span>
        <span className="font-semibold text-ink">Today</span>
      </p>
    </div>
  );
}

/** The same figures for screen readers. */
function DaysTable({ days }: { days: Days }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Pickups booked and completed on each of the last 14 days</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Booked</th>
            <th scope="col">Completed</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, booked, completed }) => (
            <tr key={date}>
              <th scope="row">{formatDateKey(date)}</th>
              <td>{booked}</td>
              <td>{completed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
