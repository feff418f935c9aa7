import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type DriverSchedule, getFullRoute } from '../../../contract/drivers.ts';
import type { DateKey } from '../../../contract/values/dates.ts';
import { read } from '../../api/query-client.ts';
import { Page } from '../../shell/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useDriverRoute } from '../outbox/use-driver-route.ts';
import { RouteError } from '../route-error.tsx';
import { isDone, isOpen, splitSchedule } from '../schedule.ts';
import { StopSheets } from '../stop/stop-sheets.tsx';
import { DayCounts } from './day-counts.tsx';
import { DutyBar } from './duty-bar.tsx';
import { OverdueStops } from './overdue-stops.tsx';
import { RouteSkeleton } from './skeleton.tsx';
import { TodayRoute } from './today-route.tsx';
import { RouteTools } from './tools.tsx';
import { UpcomingDays } from './upcoming-days.tsx';

const fullRouteEveryMs = 60_000;

/** The driver's day: today's stops, what is overdue, what comes. */
export default function RoutePage() {
  const route = useDriverRoute();
  // Polled beside the route; no screen shows it (DRIVER-24).
  const fullRoute = useQuery({ ...read(getFullRoute), refetchInterval: fullRouteEveryMs, networkMode: 'always' });
  const refresh = () => void Promise.all([route.refetch(), fullRoute.refetch()]);
  return (
    <Page
      title="My Route"
      actions={
        <IconButton label="Refresh" onClick={refresh} aria-busy={route.isFetching}>
          <RefreshCw className={classNames('size-6', route.isFetching && 'animate-spin')} aria-hidden="true" />
        </IconButton>
      }
    >
      <StopSheets schedule={route.data}>
        <div className="space-y-5">
          <DutyBar today={route.today} updatedAt={route.dataUpdatedAt} />
          {route.data ? (
            <Schedule schedule={route.data} today={route.today} waitingIds={route.waitingIds} />
          ) : route.isError ? (
            <RouteError error={route.error} onRetry={refresh} isRetrying={route.isFetching} />
          ) : (
            <RouteSkeleton />
          )}
        </div>
      </StopSheets>
    </Page>
  );
}

interface ScheduleProps {
  schedule: DriverSchedule;
  today: DateKey;
  waitingIds: ReadonlySet<string>;
}

function Schedule({ schedule, today, waitingIds }: ScheduleProps) {
  const { overdue, today: stops, upcoming } = splitSchedule(schedule, today);
  return (
    <>
      <DayCounts
        total={stops.length}
        completed={stops.filter(({ stop }) => isDone(stop)).length}
        remaining={stops.filter(({ stop }) => isOpen(stop)).length}
      />
      <RouteTools stops={stops} />
      <div className="grid items-start gap-x-8 gap-y-6 pt-1 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <OverdueStops stops={overdue} today={today} />
          <TodayRoute stops={stops} today={today} waitingIds={waitingIds} />
        </div>
        <UpcomingDays days={upcoming} />
      </div>
    </>
  );
}
