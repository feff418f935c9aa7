import { useQuery } from '@tanstack/react-query';
import { getDriversReport, type DriversReport as Report } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { read } from '../api/query-client.ts';
import { RankChart } from './rank-chart.tsx';
import { Figure, Figures, ReportCard } from './report-card.tsx';
import { ReportTable } from './report-table.tsx';
import { countText, figureText, tonsText } from './words.ts';

/** The work of each driver in these days (REPORT-7, REPORT-8). */
export function DriversReport({ span }: { span: DaySpan }) {
  const query = useQuery(read(getDriversReport, { query: span }));
  return (
    <ReportCard
      title="Drivers"
      about="Bags are as the drivers counted them, tons from the tickets of disposal sites. Miles come from the planned routes. Hours run from a day's first completed stop to its last."
      table="drivers"
      isEmpty={({ drivers }) => drivers.length === 0}
      {...{ span, query }}
    >
      {({ total, drivers }) => (
        <>
          <Figures>
            <Figure name="Stops done" value={countText(total.done)} hint={`of ${countText(total.scheduled)}`} />
            <Figure name="Bags" value={countText(total.bags)} />
            <Figure name="Tons" value={tonsText(total.tons)} />
            <Figure name="Miles" value={figureText(total.miles)} />
            <Figure name="Hours" value={figureText(total.hours)} />
            <Figure name="Stops per hour" value={figureText(total.stopsPerHour)} />
          </Figures>
          <h3 className="mt-6 text-lg print:mt-2 print:text-sm">Stops done</h3>
          <RankChart
            ranks={drivers.map(({ name, username, done }) => ({
              name: isShared(drivers, name) ? `${name} (${username})` : name,
              value: done,
              text: countText(done),
            }))}
          />
          <ReportTable caption="Figures by driver" columns={columns} rows={drivers} keyOf={({ id }) => id} />
        </>
      )}
    </ReportCard>
  );
}

const isShared = (drivers: Report['drivers'], name: string) =>
  drivers.filter((driver) => driver.name === name).length > 1;

type Driver = Report['drivers'][number];

const columns = [
  { title: 'Driver', value: ({ name, username }: Driver) => (name === username ? name : `${name} (${username})`) },
  { title: 'Days', value: ({ days }: Driver) => countText(days) },
  { title: 'Stops', value: ({ scheduled }: Driver) => countText(scheduled) },
  { title: 'Done', value: ({ done }: Driver) => countText(done) },
  { title: 'Bags', value: ({ bags }: Driver) => countText(bags) },
  { title: 'Tons', value: ({ tons }: Driver) => tonsText(tons) },
  { title: 'Miles', value: ({ miles }: Driver) => figureText(miles) },
  { title: 'Hours', value: ({ hours }: Driver) => figureText(hours) },
  { title: 'Stops per hour', value: ({ stopsPerHour }: Driver) => figureText(stopsPerHour) },
];
