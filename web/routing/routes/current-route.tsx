import { type UseQueryResult, useIsMutating, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AdminPickup } from '../../../contract/pickups.ts';
import { listRoutes, type Route } from '../../../contract/routing.ts';
import { type DateKey, dateKeyOf } from '../../../contract/values/dates.ts';
import { read } from '../../api/query-client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ChipRow } from '../../ui/list/chip-row.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { maxPerRequest, maxStops, stopsRefreshMs, useAssignedStops, useDayStops } from '../day-stops.ts';
import { movingKey } from '../order/use-move-stop.ts';
import { routeDayText } from '../route-words.ts';
import { chooseDay, type RouteDay, routesOf, splitDays, weekOf } from './route-days.ts';
import { RouteGroup } from './route-group.tsx';
import { RouteTotals } from './route-totals.tsx';
import { RouteSkeleton } from './skeleton.tsx';

interface CurrentRouteProps {
  /** The day in the address. */
  wantedDay: string | undefined;
  onShowDay: (day: string) => void;
}

/** The drivers' routes of one day, with every stop in driving order. */
export function CurrentRoute({ wantedDay, onShowDay }: CurrentRouteProps) {
  const today = dateKeyOf(new Date());
  const list = useAssignedStops();
  const planned = usePlannedRoutes();
  const isWhole = (list.data?.length ?? 0) < maxPerRequest;
  // The stops are shown even if the planned routes failed to load.
  const routes = planned.data ?? (planned.isError ? [] : undefined);
  const days = list.data && routes && (isWhole ? splitDays(list.data, today, routes) : weekOf(list.data, today));
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
          <LoadError
            title="The current route could not be loaded"
            message={list.error.message}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : (
          <RouteSkeleton />
        )
      ) : shown === undefined ? (
        <EmptyState title="No assigned pickups" heading="h3" art={<EmptyStoop />}>
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

/** A day that loads its own stops: see `weekOf`. */
function SeparateDay(shown: ShownDay) {
  const list: UseQueryResult<AdminPickup[]> = useDayStops(shown.day, 'assigned');
  if (list.data) return <DayRoutes {...shown} stops={list.data} />;
  if (list.isPending) return <RouteSkeleton hasChips={false} />;
  return (
    <LoadError
      title="The current route could not be loaded"
      message={list.error.message}
      onRetry={() => void list.refetch()}
      isRetrying={list.isFetching}
    />
  );
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

/** The planned routes of the last week, today and later. */
function usePlannedRoutes() {
  // A response from before a move would put the stop back.
  const isMoving = useIsMutating({ mutationKey: [movingKey] }) > 0;
  return useQuery({ ...read(listRoutes), refetchInterval: isMoving ? false : stopsRefreshMs });
}
