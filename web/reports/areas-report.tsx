import { useQuery } from '@tanstack/react-query';
import { getAreasReport, type AreasReport as Report } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { read } from '../api/query-client.ts';
import { RankChart } from './rank-chart.tsx';
import { Figure, Figures, ReportCard } from './report-card.tsx';
import { ReportTable } from './report-table.tsx';
import { areaLabel, countText } from './words.ts';

/** Bookings of these days by ZIP code (REPORT-14). */
export function AreasReport({ span }: { span: DaySpan }) {
  const query = useQuery(read(getAreasReport, { query: span }));
  return (
    <ReportCard
      title="Areas"
      about="One-time pickups booked and plans started in these days, by ZIP code, with the neighborhood most of its addresses are in."
      table="areas"
      isEmpty={({ areas }) => areas.length === 0}
      {...{ span, query }}
    >
      {({ total, areas }) => (
        <>
          <Figures>
            <Figure
              name="Bookings"
              value={countText(total.bookings)}
              hint={`${countText(total.cancelled)} cancelled since`}
            />
            <Figure name="New plans" value={countText(total.plans)} />
          </Figures>
          <h3 className="mt-6 text-lg print:mt-2 print:text-sm">Bookings and new plans</h3>
          <RankChart
            ranks={areas.map(({ bookings, plans, ...area }) => ({
              name: areaLabel(area),
              value: bookings + plans,
              text: countText(bookings + plans),
            }))}
          />
          <ReportTable caption="Bookings by area" columns={columns} rows={areas} keyOf={areaLabel} />
        </>
      )}
    </ReportCard>
  );
}

type Area = Report['areas'][number];

const columns = [
  { title: 'Area', value: areaLabel },
  { title: 'Bookings', value: ({ bookings }: Area) => countText(bookings) },
  { title: 'Cancelled', value: ({ cancelled }: Area) => countText(cancelled) },
  { title: 'New plans', value: ({ plans }: Area) => countText(plans) },
];
