import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type DriverDay, type DriverSchedule, getFullRoute } from '../../../contract/drivers.ts';
import { bagsText } from '../../../contract/pickups.ts';
import { type DateKey, formatDateKey } from '../../../contract/values/dates.ts';
import { read } from '../../api/query-client.ts';
import { timeText, withoutWeekday } from '../../pickups/pickup-words.ts';
import { Page } from '../../shell/page.tsx';
import { classNames } from '../../ui/class-names.ts';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useDriverRoute } from '../outbox/use-driver-route.ts';
import { RouteError } from '../route-error.tsx';
import { isDone, isOpen, splitSchedule } from '../schedule.ts';
import { StopSheets } from '../stop/stop-sheets.tsx';
import { customerNameOf, morePickupsText, pickupsTextOf } from '../stop/stop-words.ts';
import { OverdueStops } from './overdue-stops.tsx';
import { TodayRoute } from './today-route.tsx';
import { RouteTools } from './tools.tsx';
import { useSavedState } from './use-saved-state.ts';

const fullRouteEveryMs = 60_000;

/** The driver's day: today's stops, overdue stops and the next days. */
export default function RoutePage() {
  const route = useDriverRoute();
  // Polled, but shown on no screen (DRIVER-24).
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

interface DayCountsProps {
  total: number;
  completed: number;
  /** Open stops; one that was marked incomplete is neither completed nor remaining. */
  remaining: number;
}

/** Today's counts, stacked if very large text leaves no room side by side. */
function DayCounts({ total, completed, remaining }: DayCountsProps) {
  const counts = [
    { label: 'Total Stops', count: total },
    { label: 'Completed', count: completed },
    { label: 'Remaining', count: remaining },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2 sm:gap-3">
      {counts.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-2.5 py-3 max-[22.5rem]:px-2 sm:px-4"
        >
          <dt className="break-words text-[0.9375rem] text-soft leading-tight max-[22.5rem]:text-sm">{label}</dt>
          <dd className="font-bold font-display text-3xl tabular-nums leading-tight">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

const skeletonRows = ['a', 'b', 'c', 'd'];

function RouteSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your route</span>
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {skeletonRows.slice(1).map((row) => (
          <Skeleton key={row} className="h-[5.25rem] rounded-card" />
        ))}
      </div>
      <Skeleton className="mt-5 h-[11.5rem] rounded-card md:h-[8.25rem]" />
      <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-3">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-12" />
          {skeletonRows.map((row) => (
            <Skeleton key={row} className="h-52 rounded-card" />
          ))}
        </div>
        <Skeleton className="hidden h-64 rounded-card xl:block" />
      </div>
    </div>
  );
}

interface DutyBarProps {
  today: DateKey;
  /** When the route was last read; 0 before that. */
  updatedAt: number;
}

/** The date, when the route was last read, and whether the driver is on duty (in this tab only, DRIVER-1). */
function DutyBar({ today, updatedAt }: DutyBarProps) {
  const [duty, setDuty] = useSavedState('duty');
  const isOnline = duty !== 'offline';
  const toggle = (online: boolean) => {
    setDuty(online ? 'online' : 'offline');
    toast({ title: online ? "You're now online" : "You're now offline" });
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0 grow">
        <span className="block font-display font-semibold text-lg leading-tight">{formatDateKey(today)}</span>
        <span className="block min-h-6 text-[0.9375rem] text-soft tabular-nums">
          {updatedAt > 0 && `Updated ${timeText(updatedAt)}`}
        </span>
      </p>
      <SwitchField label="Online" checked={isOnline} onToggle={toggle} className="-mr-1 max-w-full gap-2!" />
    </div>
  );
}

/** This many pickups of each day are shown; the rest are counted. */
const namedPickups = 2;

/** One card per future date (DRIVER-9). */
function UpcomingDays({ days }: { days: readonly DriverDay[] }) {
  return (
    <section aria-labelledby="upcoming-schedule" className="min-w-0">
      <h2 id="upcoming-schedule" className="text-xl">
        Upcoming Schedule
      </h2>
      {days.length === 0 && <p className="mt-2 text-soft">Nothing is scheduled after today.</p>}
      <ul className="mt-3 space-y-3">
        {days.map((day) => (
          <li key={day.date} className="rounded-card border border-line bg-paper p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="text-lg">
                {day.isTomorrow ? 'Tomorrow' : day.dayName}
                <span className="ml-2 font-normal font-sans text-base text-soft">
                  {withoutWeekday(formatDateKey(day.date))}
                </span>
              </h3>
              <span className="shrink-0 text-soft tabular-nums">{pickupsTextOf(day.pickups.length)}</span>
            </div>
            <ul className="mt-2 space-y-2">
              {day.pickups.slice(0, namedPickups).map((stop) => (
                <li key={stop.id} className="text-pretty break-words leading-snug">
                  {stop.address}
                  <span className="block text-[0.9375rem] text-soft">
                    {customerNameOf(stop)} · {bagsText(stop.bagCount)}
                  </span>
                </li>
              ))}
            </ul>
            {day.pickups.length > namedPickups && (
              <p className="mt-2 text-soft tabular-nums">{morePickupsText(day.pickups.length - namedPickups)}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
