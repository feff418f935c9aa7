import { useState } from 'react';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { Card } from '../../ui/card.tsx';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { PartError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Figures } from './data.ts';
import type { DaysChartProps } from './days-chart.tsx';

const daysChart = lateComponent<DaysChartProps>(() => import('./days-chart.tsx'));

export function DashboardDays({ figures, today }: { figures: Figures; today: DateKey }) {
  const { data, isError } = figures;
  const [hasFailed, setFailed] = useState(false);
  const Chart = useLateComponent(daysChart, !hasFailed, () => setFailed(true));
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="mb-3 text-xl">
        Last 14 Days
      </h2>
      <Card className="relative">
        {data && Chart ? (
          <Chart days={data.days} today={today} />
        ) : (isError && !data) || hasFailed ? (
          <PartError
            message="We couldn't load the last 14 days."
            {...(hasFailed ? { onRetry: () => setFailed(false) } : retryOf(figures))}
          />
        ) : (
          <Skeleton className="h-58" />
        )}
      </Card>
    </section>
  );
}
