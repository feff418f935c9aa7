import { useQuery } from '@tanstack/react-query';
import { PackageX, RefreshCw } from 'lucide-react';
import { type DriverSchedule, getFullRoute } from '../../../contract/drivers.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { read } from '../../api/query-client.ts';
import { PushOffer } from '../../push/push-offer.tsx';
import { Page } from '../../shell/page.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDriverRoute } from '../outbox/use-driver-route.ts';
import { RouteError } from '../route-error.tsx';
import { countStops, type DayCounts, splitSchedule } from '../schedule.ts';
import { StopSheets } from '../stop/stop-sheets.tsx';
import { staysLoadedText } from '../visit/visit-words.ts';
import { DutyBar } from './duty-bar.tsx';
import { OverdueStops } from './overdue-stops.tsx';
import { TodayRoute } from './today-route.tsx';
import { RouteTools } from './tools.tsx';
import { UpcomingDays } from './upcoming-days.tsx';

const fullRouteEveryMs = 60_000;

/** The driver's day: overdue stops, today's stops, the tools and the next days. */
export default function RoutePage() {
  const route = useDriverRoute();
  // Polled although no screen shows it (DRIVER-24).
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
        <div className="-mt-2 space-y-3 sm:mt-0 sm:space-y-5">
          <DutyBar today={route.today} updatedAt={route.dataUpdatedAt} isOffline={route.isOffline} />
          <PushOffer label="Get notifications on this device" />
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
  const { overdue, today: stops, visits, leftBags, upcoming } = splitSchedule(schedule, today);
  return (
    <>
      <CountList counts={countStops(stops.map(({ stop }) => stop))} />
      <div className="grid items-start gap-x-8 gap-y-6 pt-1 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-4 sm:space-y-5">
          <OverdueStops stops={overdue} today={today} />
          <TodayRoute
            stops={stops}
            visits={visits}
            today={today}
            waitingIds={waitingIds}
            hasOverdue={overdue.length > 0}
          />
          {leftBags > 0 && <StaysLoaded bags={leftBags} />}
        </div>
        <div className="min-w-0 space-y-6">
          <RouteTools stops={stops} visits={visits} />
          <UpcomingDays days={upcoming} />
        </div>
      </div>
    </>
  );
}

/** Shown in place of the last visit to a disposal site, when there is none. */
function StaysLoaded({ bags }: { bags: number }) {
  return (
    <p className="flex items-start gap-2 rounded-card bg-brick-wash px-3 py-2.5 font-semibold text-brick leading-snug">
      <PackageX className="size-5 shrink-0" aria-hidden="true" />
      <span>{staysLoadedText(bags)}</span>
    </p>
  );
}

/** Today's counts. Total Stops is the sum of the other three. With very large text they are stacked. */
function CountList({ counts }: { counts: DayCounts }) {
  const named = [
    { label: 'Total Stops', count: counts.total },
    { label: 'Completed', count: counts.completed },
    { label: 'Remaining', count: counts.remaining },
    { label: 'Incomplete', count: counts.incomplete },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-1.5 max-[22.4rem]:grid-cols-2 tiny:grid-cols-1 sm:gap-3">
      {named.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-2 py-1.5 sm:px-4 sm:py-3"
        >
          <dt className="break-words text-[0.8125rem] text-soft leading-tight sm:text-[0.9375rem]">{label}</dt>
          <dd className="font-bold font-display text-2xl leading-tight sm:text-3xl">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

function RouteSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your route</span>
      <div className="grid grid-cols-4 gap-1.5 max-[22.4rem]:grid-cols-2 sm:gap-3">
        {skeletonRows.slice(2).map((row) => (
          <Skeleton key={row} className="h-[3.625rem] rounded-card sm:h-[5.25rem]" />
        ))}
      </div>
      <div className="mt-4 grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-3">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-12" />
          <Skeleton className="h-80 rounded-card" />
          {skeletonRows.map((row) => (
            <Skeleton key={row} className="h-17 rounded-card" />
          ))}
        </div>
        <Skeleton className="hidden h-64 rounded-card xl:block" />
      </div>
    </div>
  );
}
