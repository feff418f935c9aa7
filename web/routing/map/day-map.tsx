import './day-map.css';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { clientSettings } from '../../api/client-settings.ts';
import { classNames } from '../../ui/class-names.ts';
import { lateComponent } from '../../ui/hooks/late-component.ts';
import { useLateComponent } from '../../ui/hooks/use-late-component.ts';
import { ClusterList } from './cluster-list.tsx';
import { closestZoom, scaleOf } from './geometry.ts';
import { Legend } from './legend.tsx';
import { MapControls, MapFoot } from './map-controls.tsx';
import { type DayRoute, type MapStop, mapText, type PlacedStop, placeStops } from './map-stops.ts';
import { MapSurface } from './map-surface.tsx';
import type { StreetMapProps } from './street-map.tsx';
import { useGround } from './use-ground.ts';
import { useMapView, useSize } from './use-map-view.ts';

export interface DayMapProps {
  /** The name for screen readers, such as "Today's routes". A list beside the map has the stops. */
  label: string;
  routes: readonly DayRoute[];
  unassigned?: readonly MapStop[] | undefined;
  selectedId: string | null;
  onSelect: (stopId: string) => void;
  /** Called when a route of the legend is pressed, but not when that shows all routes again. */
  onHighlight?: (routeId: string) => void;
  /**
   * `large` has a legend and labels the selected stop. `card` is one driver's map, on which
   * one finger scrolls the page.
   */
  size?: 'large' | 'card';
  /** True hides the street map, because its tiles can't be loaded without a network. */
  isOffline?: boolean;
  className?: string | undefined;
}

const noStops: readonly MapStop[] = [];
const streetMap = lateComponent<StreetMapProps>(() => import('./street-map.tsx'));

/**
 * The routes of a day on our own map of Philadelphia, which needs no network and no key. With `MAP_STYLE_URL`, a street
 * map is shown below the routes (ROUTE-60 … ROUTE-66).
 */
export function DayMap({
  label,
  routes,
  unassigned = noStops,
  selectedId,
  onSelect,
  onHighlight,
  size = 'large',
  isOffline = false,
  className,
}: DayMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const credits = useRef<HTMLSpanElement>(null);
  const frameSize = useSize(frame);
  const day = useMemo(() => placeStops(routes, unassigned), [routes, unassigned]);
  const { stops, sites, missing } = day;
  const map = useMapView(
    useMemo(() => [...stops, ...sites], [stops, sites]),
    frameSize,
  );
  const ground = useGround();
  const [isStreetDrawn, setStreetDrawn] = useState(false);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [listed, setListed] = useState<readonly PlacedStop[] | null>(null);
  const hasStreets = isStreetDrawn && !isOffline;
  const isReady = frameSize.width > 0;
  const StreetMap = useLateComponent(streetMap, clientSettings.mapStyleUrl !== null, ignoreFailure);
  // The list of stops at one spot loses the focus when it closes, so the map gets it.
  const focusMap = () => frame.current?.querySelector<HTMLElement>('.map-surface')?.focus({ preventScroll: true });
  const open = (pressed: readonly PlacedStop[]) => {
    const [first] = pressed;
    if (!first) return;
    setListed(null);
    if (pressed.length === 1) onSelect(first.id);
    else if (map.view.zoom >= closestZoom || isOneSpot(pressed)) setListed(pressed);
    else map.fitTo(pressed);
  };
  useReveal(stops, selectedId, map.reveal, isReady && !map.isFitted);
  const isHighlighting = routes.some(({ id }) => id === highlighted);
  return (
    <section aria-label={mapText(label, routes, unassigned, day)} className={className}>
      <div
        ref={frame}
        data-streets={hasStreets || undefined}
        className={classNames(
          'relative isolate overflow-hidden rounded-control border border-line bg-marble',
          size === 'card' ? 'map-card' : 'map-large',
        )}
      >
        {StreetMap && clientSettings.mapStyleUrl && isReady && (
          <div className={classNames('absolute inset-0', !hasStreets && 'invisible')}>
            <StreetMap
              styleUrl={clientSettings.mapStyleUrl}
              view={map.view}
              credits={credits}
              onDrawn={() => setStreetDrawn(true)}
            />
          </div>
        )}
        {isReady && (
          <MapSurface
            frame={frameSize}
            map={map}
            ground={hasStreets ? 'streets' : ground}
            routes={routes}
            day={day}
            selectedId={selectedId}
            highlighted={isHighlighting ? highlighted : null}
            hasLabel={size === 'large'}
            onOpen={open}
          />
        )}
        {stops.length === 0 && (
          <Nothing text={missing > 0 ? 'None of the stops are on the map yet.' : 'No stops to show.'} />
        )}
        <MapControls map={map} />
        <MapFoot
          view={map.view}
          missing={missing}
          hasStreets={hasStreets}
          hasOutlines={ground !== null}
          credits={credits}
        />
        {listed && (
          <ClusterList
            stops={listed}
            onSelect={(chosen) => {
              focusMap();
              open(chosen);
            }}
            onClose={() => {
              setListed(null);
              focusMap();
            }}
          />
        )}
      </div>
      {size === 'large' && (routes.length > 0 || unassigned.length > 0) && (
        <Legend
          routes={routes}
          unassigned={unassigned}
          sites={sites}
          highlighted={isHighlighting ? highlighted : null}
          onHighlight={(routeId) => {
            setHighlighted(routeId);
            if (routeId !== null) onHighlight?.(routeId);
          }}
        />
      )}
    </section>
  );
}

// If the street map fails to load, our own ground stays.
const ignoreFailure = () => undefined;

function Nothing({ text }: { text: string }) {
  return (
    <p className="pointer-events-none absolute inset-x-0 top-1/2 -translate-y-1/2 text-center">
      <span className="rounded-control bg-paper px-3 py-1.5 text-soft">{text}</span>
    </p>
  );
}

/** Moves the map when the selected stop is outside it or near its edge. Off while the map shows everything. */
function useReveal(
  stops: readonly PlacedStop[],
  selectedId: string | null,
  reveal: (stop: PlacedStop) => void,
  isOn: boolean,
): void {
  const show = useEffectEvent((stopId: string | null) => {
    const selected = stops.find(({ id }) => id === stopId);
    if (selected && isOn) reveal(selected);
  });
  useEffect(() => show(selectedId), [selectedId]);
}

/** Returns true if the stops stay together even at the closest zoom, such as those of one apartment building. */
function isOneSpot(stops: readonly PlacedStop[]): boolean {
  const [first] = stops;
  const scale = scaleOf(closestZoom);
  return stops.every((stop) => first && Math.hypot(stop.x - first.x, stop.y - first.y) * scale < 24);
}
