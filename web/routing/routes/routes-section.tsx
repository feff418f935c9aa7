import { type UseQueryResult, useIsMutating, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { listRoutes, type Route } from '../../../contract/routing.ts';
import type { DateKey } from '../../../contract/values/time/dates.ts';
import { read } from '../../api/query-client.ts';
import { serverToday } from '../../api/server-clock.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { LoadError, retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import { moneyText } from '../../ui/text/money-text.ts';
import { DayBoard } from '../board/day-board.tsx';
import { maxPerRequest, maxStops, useAssignedStops, useDayStops } from '../day-stops.ts';
import { DemoCard } from '../demo/card.tsx';
import { movingKey } from '../order/use-move-stop.ts';
import { estimateText, revenueOf, routeDayText } from '../route-words.ts';
import { chooseDay, type RouteDay, routesOf, splitDays, weekOf } from './route-days.ts';
import { RouteGroup } from './route-group.tsx';

/** Route Optimization: plans routes, shows the current ones, and creates demo data. */
export default function RoutesSection() {
  const { day, driver } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (shown: string) => void navigate({ to: '.', search: { day: shown }, resetScroll: false });
  return (
    <div className="@container space-y-8">
      <DayBoard wantedDay={day} wantedDriver={driver} onShowDay={show} />
      <CurrentRoute wantedDay={day} onShowDay={show} />
      <DemoCard />
    </div>
  );
}

const noRoutes: readonly Route[] = [];

/** The drivers' routes of one day, with every stop in driving order. */
function CurrentRoute({ wantedDay, onShowDay }: { wantedDay: string | undefined; onShowDay: (day: string) => void }) {
  const today = serverToday();
  const list = useAssignedStops();
  const planned = usePlannedRoutes(list.data);
  // Hundreds of stops render in slices, so that the board above stays responsive.
  const stops = useDeferredValue(list.data);
  const isWhole = (stops?.length ?? 0) < maxPerRequest;
  // The stops are shown even if the planned routes failed to load.
  const routes = useDeferredValue(planned.data ?? (planned.isError ? noRoutes : undefined));
  const days = stops && routes && (isWhole ? splitDays(stops, today, routes) : weekOf(stops, today));
  const shown = days && chooseDay(days, wantedDay, today);
  return (
    <section aria-labelledby="current-route" className="min-h-96">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="current-route" className="text-xl">
          Current Route
        </h2>
        <p role="status" className="text-soft">
          {list.data && (list.isError || planned.isError) && 'The last refresh failed'}
        </p>
      </div>
      {days === undefined ? (
        list.isError ? (
          <LoadError title="We couldn't load the current route" message={list.error.message} {...retryOf(list)} />
        ) : (
          <RouteSkeleton />
        )
      ) : shown === undefined ? (
        <EmptyState title="No assigned pickups" heading="h3" art={<Scene name="empty" />}>
          Optimize a route above, or create one from the address clusters on the dashboard. Its stops will appear here
          in driving order.
        </EmptyState>
      ) : (
        <>
          <ChipRow
            legend="Day"
            chips={days.map(({ key, stops }) => ({
              id: key,
              label: key === 'overdue' ? 'Overdue' : routeDayText(key, today),
              count: stops && String(stops.length),
            }))}
            chosen={shown.key}
            onChoose={onShowDay}
            className="mb-4"
          />
          {shown.stops ? (
            <DayRoutes stops={shown.stops} routes={routes ?? []} day={shown.key} today={today} />
          ) : (
            <SeparateDay key={shown.key} routes={routes ?? []} day={shown.key} today={today} />
          )}
        </>
      )}
    </section>
  );
}

interface ShownDay {
  routes: readonly Route[];
  day: RouteDay['key'];
  today: DateKey;
}

/** A day that loads its own stops (see `weekOf`). */
function SeparateDay(shown: ShownDay) {
  const list: UseQueryResult<AdminPickup[]> = useDayStops(shown.day, 'assigned');
  if (list.data) return <DayRoutes {...shown} stops={list.data} />;
  if (list.isPending) return <RouteSkeleton hasChips={false} />;
  return <LoadError title="We couldn't load the current route" message={list.error.message} {...retryOf(list)} />;
}

function DayRoutes({ stops, routes, day, today }: ShownDay & { stops: readonly AdminPickup[] }) {
  const groups = useMemo(() => routesOf(stops, routes, day, today), [stops, routes, day, today]);
  if (groups.length === 0) return <p className="py-6 text-soft">No assigned pickups on this day.</p>;
  return (
    <>
      <RouteTotals stops={stops} isCut={stops.length >= maxStops} />
      <div className={groups.length > 1 ? 'grid grid-cols-1 items-start gap-4 @4xl:grid-cols-2' : undefined}>
        {groups.map((group) => (
          <RouteGroup key={group.key} group={group} today={today} />
        ))}
      </div>
    </>
  );
}

/**
 * Loads the planned routes of the last week, today and later. They have no interval of their own (API-40): they are
 * reread when the assigned stops, which are polled, have changed.
 */
function usePlannedRoutes(assigned: readonly AdminPickup[] | undefined) {
  // While a move is being sent, a response requested before it would put the stop back. After it, everything is reread.
  const isMoving = useIsMutating({ mutationKey: [movingKey] }) > 0;
  const planned = useQuery({ ...read(listRoutes), refetchOnMount: 'always' });
  const { refetch } = planned;
  const known = useRef(assigned);
  useEffect(() => {
    const isFirst = known.current === undefined;
    if (isMoving || assigned === known.current) return;
    known.current = assigned;
    if (!isFirst) void refetch();
  }, [assigned, isMoving, refetch]);
  return planned;
}

function RouteTotals({ stops, isCut }: { stops: readonly AdminPickup[]; isCut: boolean }) {
  const totals = [
    { label: 'Stops', value: `${stops.length}${isCut ? '+' : ''}` },
    { label: 'Revenue', value: moneyText(revenueOf(stops)) },
    // Half an hour for each stop, independent of the routes' planned times.
    { label: 'Estimate', value: estimateText(stops.length), note: '(typical)' },
  ];
  return (
    <dl className="mb-4 grid grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,3fr)] gap-2 tiny:grid-cols-1 @xl:grid-cols-3 @xl:gap-4">
      {totals.map(({ label, value, note }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-3 py-3 @xl:px-5"
        >
          <dt className="text-[0.9375rem] text-soft @xl:text-base">
            <span>{label}</span>
            {note && <span className="text-sm">{` ${note}`}</span>}
          </dt>
          <dd
            className={classNames(
              'break-words font-display',
              note ? 'text-base leading-7 @xl:leading-9' : 'font-bold text-xl leading-tight @xl:text-3xl',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The skeleton of a day's routes. `hasChips` adds the row of days. */
function RouteSkeleton({ hasChips = true }: { hasChips?: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the current route</span>
      {hasChips && (
        <div className="mb-4 flex gap-2 py-1">
          <Skeleton className="h-11 w-28 rounded-full!" />
          <Skeleton className="h-11 w-28 rounded-full!" />
        </div>
      )}
      <div className="mb-4 grid grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,3fr)] gap-2 @xl:grid-cols-3 @xl:gap-4">
        <Skeleton className="h-18 rounded-card @xl:h-22" />
        <Skeleton className="h-18 rounded-card @xl:h-22" />
        <Skeleton className="h-18 rounded-card @xl:h-22" />
      </div>
      <div className="grid gap-4 @4xl:grid-cols-2">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}
