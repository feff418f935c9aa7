import { useQuery } from '@tanstack/react-query';
import { getMoneyReport, type MoneyReport as Report } from '../../contract/reports.ts';
import type { DaySpan } from '../../contract/values/time/report-periods.ts';
import { read } from '../api/query-client.ts';
import { countedText } from '../ui/text/count-text.ts';
import { moneyText } from '../ui/text/money-text.ts';
import { PeriodChart } from './period-chart.tsx';
import { Figure, Figures, ReportCard } from './report-card.tsx';
import { ReportTable } from './report-table.tsx';
import { countText, periodLabel, sourceLabels } from './words.ts';

/** Charges and refunds of these days, and the monthly recurring revenue (REPORT-9 to REPORT-13). */
export function MoneyReport({ span }: { span: DaySpan }) {
  const query = useQuery(read(getMoneyReport, { query: span }));
  return (
    <ReportCard
      title="Money"
      about="Charges and refunds from the ledger, on the day the money moved."
      table="money"
      rows={{ table: 'payments', label: 'All Payments (CSV)' }}
      isEmpty={({ total, recurring, renewals }) =>
        [total.charged, total.refunded, recurring.before, recurring.after].every((sum) => Number(sum) === 0) &&
        renewals.failed === 0
      }
      {...{ span, query }}
    >
      {(report) => (
        <>
          <MoneyFigures {...report} />
          <PeriodChart periods={report.periods} rows={rowsOf(report)} />
          <ReportTable caption="Money by day" columns={columns} rows={report.periods} keyOf={({ from }) => from} />
          <ReportTable
            caption="Money by source"
            columns={sourceColumns}
            rows={report.sources}
            keyOf={({ source }) => source}
          />
        </>
      )}
    </ReportCard>
  );
}

function MoneyFigures({ total, credit, disputed, recurring, renewals }: Report) {
  return (
    <Figures>
      <Figure name="Revenue" value={moneyText(total.net)} hint="charges less refunds" />
      <Figure name="Charged" value={moneyText(total.charged)} />
      <Figure name="Refunded" value={moneyText(total.refunded)} />
      <Figure
        name="Monthly recurring"
        value={moneyText(recurring.after)}
        hint={`${countedText(countText(recurring.plansAfter), 'plan')}, ${moneyText(recurring.before)} before`}
      />
      <Figure
        name="Failed renewals"
        value={countText(renewals.failed)}
        hint={`${countText(renewals.recovered)} paid since, ${moneyText(renewals.recoveredAmount)}`}
      />
      <Figure name="Paid with credit" value={moneyText(credit)} hint="not charged" />
      {Number(disputed) > 0 && <Figure name="Disputed" value={moneyText(disputed)} hint="part of the charges" />}
    </Figures>
  );
}

function rowsOf({ total, periods }: Report) {
  return [
    {
      name: 'Charged, in dollars',
      values: periods.map(({ charged }) => Math.round(Number(charged))),
      sum: moneyText(total.charged),
      fill: 'fill-azure',
    },
    {
      name: 'Refunded, in dollars',
      values: periods.map(({ refunded }) => Math.round(Number(refunded))),
      sum: moneyText(total.refunded),
      fill: 'fill-brick',
    },
  ];
}

type Sums = Report['total'];

const sums = [
  { title: 'Charged', value: ({ charged }: Sums) => moneyText(charged) },
  { title: 'Refunded', value: ({ refunded }: Sums) => moneyText(refunded) },
  { title: 'Revenue', value: ({ net }: Sums) => moneyText(net) },
];
const columns = [{ title: 'Days', value: (period: Report['periods'][number]) => periodLabel(period) }, ...sums];
const sourceColumns = [
  { title: 'Source', value: ({ source }: Report['sources'][number]) => sourceLabels[source] },
  ...sums,
];
