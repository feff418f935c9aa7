import { useQuery } from '@tanstack/react-query';
import { getStopsReport, type StopsReport as Report } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { read } from '../api/query-client.ts';
import { PeriodChart } from './period-chart.tsx';
import { RankChart } from './rank-chart.tsx';
import { Figure, Figures, ReportCard } from './report-card.tsx';
import { ReportTable } from './report-table.tsx';
import { countText, periodLabel, reasonLabel, shareText } from './words.ts';

/** The outcomes of the stops of these days, and whether the completed ones were on time (REPORT-3 to REPORT-6). */
export function StopsReport({ span }: { span: DaySpan }) {
  const query = useQuery(read(getStopsReport, { query: span }));
  return (
    <ReportCard
      title="Stops"
      about="Pickups scheduled for these days, one-time and from plans."
      table="stops"
      rows={{ table: 'pickups', label: 'All Stops (CSV)' }}
      isEmpty={({ total }) => total.scheduled + total.cancelled + total.missed === 0}
      {...{ span, query }}
    >
      {(report) => (
        <>
          <Figures>
            <Figure
              name="Done"
              value={countText(report.total.done)}
              hint={`of ${countText(report.total.scheduled)} scheduled`}
            />
            <Figure
              name="Not done"
              value={countText(report.total.incomplete + report.total.issue)}
              hint={notDone(report)}
            />
            <Figure name="Missed" value={countText(report.total.missed)} hint={missed(report)} />
            <Figure name="Still open" value={countText(report.total.open)} />
            <Figure name="Cancelled" value={countText(report.total.cancelled)} />
          </Figures>
          <PeriodChart periods={report.periods} rows={rowsOf(report)} />
          <ReportTable caption="Stops by outcome" columns={columns} rows={report.periods} keyOf={({ from }) => from} />
          <OnTime {...report} />
          <Reasons {...report} />
        </>
      )}
    </ReportCard>
  );
}

const notDone = ({ total }: Report) =>
  `${countText(total.incomplete)} incomplete, ${countText(total.issue)} with an issue`;

const missed = ({ missed: { byRecord, byDispatcher } }: Report) =>
  `${countText(byRecord)} by our records, ${countText(byDispatcher)} by a dispatcher`;

function rowsOf({ total, periods }: Report) {
  return [
    { name: 'Done', values: periods.map(({ done }) => done), sum: countText(total.done), fill: 'fill-leaf' },
    {
      name: 'Not done',
      values: periods.map(({ incomplete, issue }) => incomplete + issue),
      sum: countText(total.incomplete + total.issue),
      fill: 'fill-brick',
    },
  ];
}

/** The punctuality of completed stops, after the number of stops that were measured. */
function OnTime({ onTime, total }: Report) {
  const { early, inWindow, late, withoutPromise, byOffice } = onTime;
  const measured = early + inWindow + late;
  const ranks = [
    { name: 'In the window', value: inWindow },
    { name: 'Early', value: early },
    { name: 'Late', value: late },
  ];
  return (
    <div className="mt-6 print:mt-2">
      <h3 className="text-lg print:text-sm">On time</h3>
      <p className="text-[0.9375rem] text-soft print:text-xs">
        {`${
          measured === 0
            ? 'None of the done stops could be measured.'
            : `Measured on ${countText(measured)} of ${countText(total.done - withoutPromise)} done stops with a promised window.`
        }${withoutPromise > 0 ? ` ${countText(withoutPromise)} others had none.` : ''}${byOffice > 0 ? ` ${countText(byOffice)} were completed by a dispatcher.` : ''}`}
      </p>
      {measured > 0 && (
        <>
          <RankChart
            whole={measured}
            fill="fill-leaf"
            ranks={ranks.map(({ name, value }) => ({
              ...{ name, value },
              text: `${countText(value)} (${shareText(value, measured)})`,
            }))}
          />
          <ReportTable
            caption="Done stops by the promised window"
            columns={[
              { title: 'When', value: ({ name }) => name },
              { title: 'Stops', value: ({ value }) => countText(value) },
              { title: 'Share', value: ({ value }) => shareText(value, measured) },
            ]}
            rows={ranks}
            keyOf={({ name }) => name}
          />
        </>
      )}
    </div>
  );
}

function Reasons({ incomplete, total }: Report) {
  if (incomplete.length === 0) return null;
  return (
    <div className="mt-6 print:mt-2">
      <h3 className="text-lg print:text-sm">Why stops were incomplete</h3>
      <RankChart
        fill="fill-brick"
        ranks={incomplete.map(({ reason, stops }) => ({
          name: reasonLabel(reason),
          value: stops,
          text: `${countText(stops)} (${shareText(stops, total.incomplete)})`,
        }))}
      />
      <ReportTable
        caption="Incomplete stops by reason"
        columns={[
          { title: 'Reason', value: ({ reason }) => reasonLabel(reason) },
          { title: 'Stops', value: ({ stops }) => countText(stops) },
          { title: 'Share', value: ({ stops }) => shareText(stops, total.incomplete) },
        ]}
        rows={incomplete}
        keyOf={({ reason }) => reason ?? 'none'}
      />
    </div>
  );
}

type Period = Report['periods'][number];

const columns = [
  { title: 'Days', value: periodLabel },
  { title: 'Scheduled', value: ({ scheduled }: Period) => countText(scheduled) },
  { title: 'Done', value: ({ done }: Period) => countText(done) },
  { title: 'Incomplete', value: ({ incomplete }: Period) => countText(incomplete) },
  { title: 'Issue', value: ({ issue }: Period) => countText(issue) },
  { title: 'Open', value: ({ open }: Period) => countText(open) },
  { title: 'Cancelled', value: ({ cancelled }: Period) => countText(cancelled) },
  { title: 'Missed', value: ({ missed: count }: Period) => countText(count) },
];
