import type { AdminDashboard } from '../../../contract/admin.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import { withoutWeekday } from '../../pickups/pickup-words.ts';
import { BarRow } from '../../ui/chart/bar-row.tsx';

type Days = AdminDashboard['days'];

export interface DaysChartProps {
  days: Days;
  today: DateKey;
}

/** The pickups booked and completed on each day, as a chart and as a table for screen readers. */
export default function DaysChart({ days, today }: DaysChartProps) {
  return (
    <>
      <Picture days={days} today={today} />
      <DaysTable days={days} />
    </>
  );
}

/** Two rows on the same scale, told apart by position and label, not by color alone. */
function Picture({ days, today }: DaysChartProps) {
  const tallest = Math.max(0, ...days.flatMap(({ booked, completed }) => [booked, completed]));
  const row = (name: string, figure: 'booked' | 'completed', fill: string) => {
    const counts = days.map((day) => day[figure]);
    const sum = counts.reduce((total, count) => total + count, 0).toLocaleString('en-US');
    return { name, sum, counts, tallest, fill, marked: days.findIndex(({ date }) => date === today) };
  };
  return (
    <div aria-hidden="true">
      <BarRow {...row('Booked', 'booked', 'fill-azure')} />
      <BarRow {...row('Completed', 'completed', 'fill-leaf')} />
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
