import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import type { DriverStop } from '../../../contract/drivers.ts';
import type { DisposalVisit } from '../../../contract/routing/disposal.ts';
import { placeOf } from '../../../contract/values/places.ts';
import { timeText } from '../../pickups/pickup-words.ts';
import { routeColor } from '../../routing/map/colors.ts';
import { DayMap } from '../../routing/map/day-map.tsx';
import type { DayRoute } from '../../routing/map/map-stops.ts';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { retryOf } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Scene } from '../../ui/street/scene.tsx';
import type { UndoableStops } from '../outbox/undoable.ts';
import { useDriverRoute } from '../outbox/use-driver-route.ts';
import { RouteError } from '../route-error.tsx';
import { countStops, numberStops, type RouteItem, stopStateOf, withVisits } from '../schedule.ts';
import { restoreFocus } from '../stop/restore-focus.ts';
import { StopActions } from '../stop/stop-buttons.tsx';
import { StopSheets } from '../stop/stop-sheets.tsx';
import { customerNameOf } from '../stop/stop-words.ts';
import { UndoButton, useUndoable } from '../stop/undo-button.tsx';
import { MapBar } from './bar.tsx';
import { indexOfStep, type MapStep, milesAway, nextOpenIndex, noNextText } from './steps.ts';
import { MapStop } from './stop.tsx';
import { MapVisit } from './visit.tsx';

const noVisits: readonly DisposalVisit[] = [];

/** Today's route stop by stop, with a picture of it (DRIVER-15). */
export default function MapPage() {
  const route = useDriverRoute();
  const day = route.data?.[route.today];
  const stops = day?.pickups ?? [];
  return (
    <Page title="Map View" back="/driver">
      <StopSheets schedule={route.data}>
        {stops.length > 0 ? (
          // The key changes at midnight: a new day starts at its first stop.
          <MapRoute
            key={route.today}
            stops={stops}
            visits={day?.disposalVisits ?? noVisits}
            waitingIds={route.waitingIds}
            isOffline={route.isOffline}
          />
        ) : route.data ? (
          <EmptyState
            title="No route assigned for today"
            art={<Scene name="empty" />}
            action={
              <Link to="/driver" className={buttonClass('outline')}>
                My Route
              </Link>
            }
          >
            Today's stops will appear here as soon as the dispatcher assigns them.
          </EmptyState>
        ) : route.isError ? (
          <RouteError error={route.error} {...retryOf(route)} />
        ) : (
          <MapSkeleton />
        )}
      </StopSheets>
    </Page>
  );
}

function MapSkeleton() {
  return (
    <div
      role="status"
      className="space-y-4 low:grid low:grid-cols-2 low:gap-6 low:space-y-0 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:gap-8 lg:space-y-0"
    >
      <span className="sr-only">Loading your route</span>
      <Skeleton className="aspect-[9/5] rounded-control lg:aspect-[6/5]" />
      <div className="space-y-3">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-8" />
        <Skeleton className="h-28" />
        <Skeleton className="h-14" />
      </div>
    </div>
  );
}

interface MapRouteProps {
  /** Today's stops in the order of the route; at least one. */
  stops: readonly DriverStop[];
  /** Today's visits to disposal sites. */
  visits: readonly DisposalVisit[];
  waitingIds: ReadonlySet<string>;
  isOffline: boolean;
}

function MapRoute({ stops, visits, waitingIds, isOffline }: MapRouteProps) {
  const addressId = useId();
  const [step, setStep] = useState<MapStep | null>(null);
  const items = withVisits(numberStops(stops), visits);
  const index = indexOfStep(items, step);
  // The step is stored on the first render, so that the map stays on it when the stop is completed elsewhere.
  const item = items[index] as RouteItem;
  if (step?.id !== item.id) setStep({ id: item.id, index });
  const goTo = (to: number) => {
    const target = items[to];
    if (target) setStep({ id: target.id, index: to });
  };
  const stepBy = (by: -1 | 1) => goTo(index + by);
  useStepKeys(stepBy);
  const nextIndex = nextOpenIndex(items, index);
  const goOn = () => {
    if (nextIndex !== null) goTo(nextIndex);
    // Move the focus off Complete, which now belongs to another stop. Screen readers announce the new address.
    setTimeout(() => document.getElementById(addressId)?.focus({ preventScroll: true }), 50);
  };
  const undoable = useUndoable();
  const goBack = ({ presses: [press] }: UndoableStops) => {
    goTo(items.findIndex(({ id }) => id === press?.pickupId));
    restoreFocus(addressId);
  };
  const next = nextIndex === null ? undefined : items[nextIndex];
  const around = {
    ...{ addressId, isWaiting: waitingIds.has(item.id), counts: countStops(stops), noNext: noNextText(items) },
    next: next && nextIndex !== null ? { name: nameOf(next), miles: milesAway(items, index, nextIndex) } : null,
  };
  const undo = undoable && <UndoButton undoable={undoable} onUndone={goBack} className="mt-1 w-full" />;
  return (
    <div className="flex min-h-[calc(100dvh-11rem-var(--bottom-bar))] flex-col gap-4 low:landscape:grid low:landscape:min-h-0 low:landscape:grid-cols-2 low:landscape:items-start low:landscape:gap-x-6 cramped:flex! cramped:items-stretch! lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-8">
      <div className="max-lg:short:order-1 lg:row-span-2">
        <MapPicture
          stops={stops}
          visits={visits}
          currentId={item.id}
          isOffline={isOffline}
          onSelect={(id) => goTo(items.findIndex((other) => other.id === id))}
        />
      </div>
      {item.kind === 'visit' ? (
        <MapVisit visit={item.visit} {...around}>
          {undo}
        </MapVisit>
      ) : (
        <MapStop stop={item.stop} {...around}>
          {item.stop.status !== 'issue' && (
            <StopActions
              key={item.id}
              stop={item.stop}
              describedBy={addressId}
              focusTargets={[addressId]}
              onIncomplete={goOn}
              className="mt-2"
            />
          )}
          {undo}
        </MapStop>
      )}
      <MapBar items={items} index={index} describedBy={addressId} onStep={stepBy} onDone={goOn} />
    </div>
  );
}

function nameOf(item: RouteItem): string {
  return item.kind === 'stop' ? item.stop.address : item.visit.siteName;
}

/** The arrow keys step back and forth, unless the focused element uses them. */
function useStepKeys(onStep: (by: -1 | 1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (isTaken(event.target)) return;
    event.preventDefault();
    onStep(event.key === 'ArrowLeft' ? -1 : 1);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Returns true in a field, a menu or a dialog, where the arrow keys have another meaning. */
function isTaken(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"], [role="alertdialog"]',
    ) !== null
  );
}

interface MapPictureProps {
  stops: readonly DriverStop[];
  visits: readonly DisposalVisit[];
  currentId: string;
  isOffline: boolean;
  onSelect: (stopId: string) => void;
}

/** The same map as the dispatcher's, with this route only (DRIVER-18). */
function MapPicture({ stops, visits, currentId, isOffline, onSelect }: MapPictureProps) {
  const routes = useMemo(() => [routeOf(stops, visits)], [stops, visits]);
  return (
    <DayMap
      label="Today's route"
      routes={routes}
      selectedId={currentId}
      onSelect={onSelect}
      size="card"
      isOffline={isOffline}
    />
  );
}

function routeOf(stops: readonly DriverStop[], visits: readonly DisposalVisit[]): DayRoute {
  const route = {
    id: 'own',
    name: 'Your route',
    color: routeColor(0),
    stops: numberStops(stops).map(({ number, stop }) => ({
      ...{ id: stop.id, number, place: placeOf(stop), name: customerNameOf(stop), address: stop.address },
      status: mapStatus[stopStateOf(stop)],
    })),
    visits: visits.map(({ siteId, siteName, place, afterStops, emptiedAt, estimatedArrival }) => ({
      ...{ siteId, siteName, place, afterStops, isDone: emptiedAt !== null },
      time: emptiedAt
        ? `emptied at ${timeText(emptiedAt)}`
        : estimatedArrival
          ? `at ${timeText(estimatedArrival)}`
          : '',
    })),
  };
  return route;
}

const mapStatus = { open: 'open', done: 'done', incomplete: 'missed' } as const;
