import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type DateKey, dateKeyOf } from '../../contract/dates.ts';
import { type DriverSchedule, getDriverRoute, getFullRoute } from '../../contract/drivers.ts';
import { read } from '../api/query-client.ts';
import { Page } from '../shell/page.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { DayCounts } from './day-counts.tsx';
import { DutyBar } from './duty-bar.tsx';
import { OverdueStops } from './overdue-stops.tsx';
import { RouteSkeleton } from './route-skeleton.tsx';
import { RouteTools } from './route-tools.tsx';
import { RouteTrouble } from './route-trouble.tsx';
import { isDone, splitSchedule } from './schedule.ts';
import { StaleNotice } from './stale-notice.tsx';
import { TodayRoute } from './today-route.tsx';
import { UpcomingDays } from './upcoming-days.tsx';

const routeEveryMs = 30_000;
const fullRouteEveryMs = 60_000;

/** The driver's day: today's stops, what is overdue, what comes. */
export default function RoutePage() {
  const route = useQuery({
    ...read(getDriverRoute),
    refetchInterval: routeEveryMs,
    refetchIntervalInBackground: true,
    // Asked even where the browser believes there is no network: the screen then says so at once.
    networkMode: 'always',
  });
  // Polled beside the route; no screen shows it (SPEC section 7).
  const fullRoute = useQuery({ ...read(getFullRoute), refetchInterval: fullRouteEveryMs, networkMode: 'always' });
  const refresh = () => void Promise.all([route.refetch(), fullRoute.refetch()]);
  const today = dateKeyOf(new Date());
  return (
    <Page
      title="My Route"
      actions={
        <IconButton label="Refresh" onClick={refresh} aria-busy={route.isFetching}>
          <RefreshCw className={classNames('size-6', route.isFetching && 'animate-spin')} aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="space-y-5">
        <DutyBar today={today} updatedAt={route.dataUpdatedAt} />
        {route.data && route.isError && (
          <StaleNotice updatedAt={route.dataUpdatedAt} onRetry={refresh} isRetrying={route.isFetching} />
        )}
        {route.data ? (
          <Schedule schedule={route.data} today={today} />
        ) : route.isError ? (
          <RouteTrouble error={route.error} onRetry={refresh} isRetrying={route.isFetching} />
        ) : (
          <RouteSkeleton />
        )}
      </div>
    </Page>
  );
}

function Schedule({ schedule, today }: { schedule: DriverSchedule; today: DateKey }) {
  const { overdue, today: stops, upcoming } = splitSchedule(schedule, today);
  return (
    <>
      <DayCounts total={stops.length} completed={stops.filter(({ stop }) => isDone(stop)).length} />
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <OverdueStops stops={overdue} today={today} />
          <TodayRoute stops={stops} today={today} />
        </div>
        <div className="min-w-0 space-y-6">
          <RouteTools stops={stops} />
          <UpcomingDays days={upcoming} />
        </div>
      </div>
    </>
  );
}
