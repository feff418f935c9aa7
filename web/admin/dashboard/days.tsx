import type { AdminDashboard } from '../../../contract/admin.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/dates.ts';
import { withoutWeekday } from '../../pickups/pickup-words.ts';
import { Card } from '../../ui/card.tsx';
import { barsOf } from '../../ui/chart/bars.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Figures } from './data.ts';

type Days = AdminDashboard['days'];

export function DashboardDays({ figures, today }: { figures: Figures; today: DateKey }) {
  const { data, isError } = figures;
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
          <PartError message="We couldn't load the last 14 days." {...retryOf(figures)} />
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

interface DashboardDaysRowProps {
  name: string;
  counts: readonly number[];
  /** The count of a bar with the full height. */
  tallest: number;
  marked: number;
  fill: string;
}

const labelPx = 18;
const barsPx = 56;
const height = labelPx + barsPx + 2;

function DashboardDaysRow({ name, counts, tallest, marked, fill }: DashboardDaysRowProps) {
  const bars = barsOf(counts, tallest, barsPx);
  const base = labelPx + barsPx;
  const sum = counts.reduce((total, count) => total + count, 0);
  const column = 100 / Math.max(1, counts.length);
  return (
    <div className="mt-3 first:mt-0">
      <p className="flex items-baseline justify-between">
        <span className="font-semibold">{name}</span>
        <span className="text-soft">{sum.toLocaleString('en-US')}</span>
      </p>
      <svg width="100%" height={height} className="block overflow-visible" aria-hidden="true">
        {marked >= 0 && (
          <rect x={`${column * marked}%`} y="0" width={`${column}%`} height={height} className="fill-maize-wash" />
        )}
        {bars.map((bar) => (
          <g key={bar.center}>
            {bar.height > 0 && (
              <rect
                x={`${bar.x}%`}
                y={base - bar.height}
                width={`${bar.width}%`}
                height={bar.height}
                className={fill}
              />
            )}
            <text
              x={`${bar.center}%`}
              y={base - bar.height - 4}
              textAnchor="middle"
              className="fill-ink text-[0.75rem]"
            >
              {bar.label}
            </text>
          </g>
        ))}
        <rect x="0" y={base} width="100%" height="2" className="fill-ink" />
      </svg>
    </div>
  );
}
