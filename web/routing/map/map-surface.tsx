import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { labelGapPx } from './boxes.ts';
import { drawWay, type Point, type Size, toPixels } from './geometry.ts';
import { GroundNames, GroundShapes, groundTransform } from './ground.tsx';
import { zoomStep } from './map-controls.tsx';
import { type DayRoute, type PlacedDay, type PlacedStop, waysOf } from './map-stops.ts';
import { MarkShape, SiteShape } from './mark-shape.tsx';
import { layoutMarks, layoutZoomOf, type Mark, selectedHalf } from './marks.ts';
import { placeNames } from './names.ts';
import type { Ground } from './outlines.ts';
import { drawnRivers } from './rivers.ts';
import { type MapView, useGestures } from './use-map-view.ts';

interface MapSurfaceProps {
  frame: Size;
  map: MapView;
  /** The outlines, null until they have loaded, or 'streets' if a street map below the drawing replaces them. */
  ground: Ground | 'streets' | null;
  routes: readonly DayRoute[];
  day: PlacedDay;
  selectedId: string | null;
  highlighted: string | null;
  hasLabel: boolean;
  /** Opens a stop or a cluster. */
  onOpen: (stops: readonly PlacedStop[]) => void;
}

const labelHeightPx = 38;
const arrowStepPx = 90;
const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: arrowStepPx, y: 0 },
  ArrowRight: { x: -arrowStepPx, y: 0 },
  ArrowUp: { x: 0, y: arrowStepPx },
  ArrowDown: { x: 0, y: -arrowStepPx },
};

/** The drawing of the map, with all gestures and keys. */
export function MapSurface(props: MapSurfaceProps) {
  const { frame, map, ground, routes, day, selectedId, highlighted, hasLabel, onOpen } = props;
  const surface = useRef<HTMLDivElement>(null);
  const { view } = map;
  const selected = day.stops.find(({ id }) => id === selectedId);
  const label = useMemo(() => (hasLabel && selected ? labelSize(selected, frame) : null), [hasLabel, selected, frame]);
  const zoom = layoutZoomOf(view.zoom);
  const laidOut = useMemo(() => layoutMarks(day, zoom, selectedId, label), [day, zoom, selectedId, label]);
  const { stops: marks, sites } = laidOut;
  const hoods = ground === 'streets' ? null : (ground?.neighborhoods ?? noNeighborhoods);
  const names = useMemo(
    () => (hoods ? placeNames(hoods, drawnRivers, laidOut, zoom, label) : []),
    [hoods, laidOut, zoom, label],
  );
  const pixelsOf = (point: Point) => toPixels(point, view, frame);
  const keys = useMarkKeys({ marks, selectedId, map, pixelsOf, onOpen });
  useGestures(surface, {
    ...map,
    onPress: (at, reach) => {
      const mark = nearestMark(marks, at, reach, pixelsOf);
      if (mark) onOpen(mark.stops);
    },
  });
  const origin = toPixels({ x: 0, y: 0 }, view, frame);
  const near = marks.filter((mark) => isNear(mark, view, frame));
  return (
    <div
      ref={surface}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
      tabIndex={0}
      aria-label="Map. The arrow keys move it, plus and minus zoom, 0 shows all stops. Tab goes to the stops."
      className="map-surface absolute inset-0"
      {...keys.handlers}
    >
      <svg {...frame} aria-hidden="true" className="absolute inset-0">
        <g transform={groundTransform(view, frame)}>
          {ground !== 'streets' && <GroundShapes ground={ground} zoom={zoom} />}
          <Ways routes={routes} day={day} highlighted={highlighted} />
        </g>
        <g transform={`translate(${origin.x} ${origin.y})`}>
          <GroundNames names={names} zoom={view.zoom} />
        </g>
      </svg>
      <svg {...frame} role="presentation" className="absolute inset-0">
        <g transform={`translate(${origin.x} ${origin.y})`}>
          {sites.map((mark) => (
            <SiteShape
              key={mark.site.id}
              mark={mark}
              zoom={view.zoom}
              isFaded={highlighted !== null && mark.site.visits.every(({ route }) => route.id !== highlighted)}
            />
          ))}
          {near.map((mark) => (
            <MarkShape
              key={mark.id}
              mark={mark}
              zoom={view.zoom}
              isFaded={highlighted !== null && mark.stops.every(({ route }) => route?.id !== highlighted)}
              isTabStop={mark === keys.tabStop}
            />
          ))}
        </g>
      </svg>
      {selected && label && <SelectedLabel stop={selected} size={label} at={toPixels(selected, view, frame)} />}
    </div>
  );
}

const noNeighborhoods: Ground['neighborhoods'] = [];

/** The lines from stop to stop, through the disposal sites. They are straight; the navigation app shows the streets. */
function Ways({ routes, day, highlighted }: Pick<MapSurfaceProps, 'routes' | 'day' | 'highlighted'>) {
  const ways = useMemo(() => waysOf(routes, day).map(drawWay), [routes, day]);
  return (
    <g fill="none" strokeLinecap="round" strokeLinejoin="round">
      {routes.map((route, index) => (
        <g
          key={route.id}
          stroke={route.color}
          opacity={highlighted === null ? 0.75 : highlighted === route.id ? 1 : 0.12}
        >
          <path d={ways[index]?.done} strokeWidth={1.5} strokeDasharray="1 5" vectorEffect="non-scaling-stroke" />
          <path
            d={ways[index]?.ahead}
            strokeWidth={highlighted === route.id ? 3 : 2}
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
    </g>
  );
}

/** The name and address of the selected stop. Screen readers skip it, because the stop's own mark has both. */
function SelectedLabel({ stop, size, at }: { stop: PlacedStop; size: Size; at: Point }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute rounded-sm border border-ink bg-paper px-2 py-0.5 text-center text-xs map-label"
      style={{
        left: at.x - size.width / 2,
        top: at.y + selectedHalf + labelGapPx,
        width: size.width,
        height: size.height,
      }}
    >
      <p className="truncate font-semibold">{stop.route ? `${stop.name} · ${stop.route.name}` : stop.name}</p>
      <p translate="no" className="truncate text-soft">
        {stop.address}
      </p>
    </div>
  );
}

function labelSize({ name, address, route }: PlacedStop, frame: Size): Size {
  const letters = Math.max(name.length + (route ? route.name.length + 3 : 0), address.length);
  return { width: Math.round(Math.min(letters * 6.8 + 20, 240, frame.width * 0.7)), height: labelHeightPx };
}

/** Returns false for a mark far outside the frame, which isn't drawn. */
function isNear(mark: Mark, view: MapView['view'], frame: Size): boolean {
  const { x, y } = toPixels(mark, view, frame);
  return x > -frame.width / 2 && x < frame.width * 1.5 && y > -frame.height / 2 && y < frame.height * 1.5;
}

/**
 * Returns the mark at a press. If there are several, returns the one whose center is nearest; plates
 * and clusters go before dots.
 */
function nearestMark(
  marks: readonly Mark[],
  at: Point,
  reach: number,
  pixelsOf: (point: Point) => Point,
): Mark | undefined {
  const near = marks.flatMap((mark) => {
    const { x, y } = pixelsOf(mark);
    const isOn = mark.kind !== 'dot' && Math.abs(x - at.x) <= mark.halfWidth && Math.abs(y - at.y) <= mark.halfHeight;
    const distance = Math.hypot(x - at.x, y - at.y);
    return isOn || distance <= reach ? [{ mark, rank: isOn ? distance - 1000 : distance }] : [];
  });
  return near.sort((one, other) => one.rank - other.rank)[0]?.mark;
}

interface MarkKeys extends Pick<MapSurfaceProps, 'selectedId' | 'map' | 'onOpen'> {
  marks: readonly Mark[];
  pixelsOf: (point: Point) => Point;
}

/** Handles the keys of the map. Tab reaches one stop; the arrow keys reach the others in the order of the routes. */
function useMarkKeys({ marks, selectedId, map, pixelsOf, onOpen }: MarkKeys) {
  const [roving, setRoving] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const root = useRef<Element | null>(null);
  const ordered = useMemo(() => marks.toSorted(inRouteOrder), [marks]);
  const holding = (id: string | null) => ordered.find(({ stops }) => stops.some((stop) => stop.id === id));
  const tabStop = holding(roving) ?? holding(selectedId) ?? ordered[0];
  // A stop that joins or leaves a cluster while zooming becomes another element. The focus follows it.
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wanted.current === null || !isLost || !tabStop) return;
    root.current?.querySelector<SVGElement>(`[data-mark="${CSS.escape(tabStop.id)}"]`)?.focus({ preventScroll: true });
  });
  const markOf = (target: EventTarget) => {
    const element = target instanceof Element ? target.closest('[data-mark]') : null;
    return element && ordered.find(({ id }) => id === element.getAttribute('data-mark'));
  };
  const step = (from: Mark, by: -1 | 1) => {
    const to = ordered[ordered.indexOf(from) + by];
    if (!to) return;
    setRoving(to.id);
    wanted.current = to.id;
    map.reveal(to);
    (document.activeElement as HTMLElement | null)?.blur();
  };
  // Zooms around the focused stop, which stays in place.
  const zoom = (factor: number, mark: Mark | null | undefined) =>
    map.zoomBy(factor, { isSmooth: true, ...(mark && { at: pixelsOf(mark) }) });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const mark = markOf(event.target);
    const arrow = arrows[event.key];
    if (mark && (event.key === 'Enter' || event.key === ' ')) onOpen(mark.stops);
    else if (mark && arrow) step(mark, event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1);
    else if (arrow) map.pan(arrow);
    else if (event.key === '+' || event.key === '=') zoom(zoomStep, mark);
    else if (event.key === '-') zoom(1 / zoomStep, mark);
    else if (event.key === '0' || event.key === 'Home') map.fitAll();
    else return;
    event.preventDefault();
  };
  return {
    tabStop,
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent<HTMLElement>) => {
        root.current = event.currentTarget;
        const mark = markOf(event.target);
        wanted.current = mark ? mark.id : null;
        if (mark) setRoving(mark.stops[0]?.id ?? null);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (event.relatedTarget !== null) wanted.current = null;
      },
      // A press by a screen reader has no pointer events, so the gestures don't notice it.
      onClick: (event: MouseEvent<HTMLElement>) => {
        const mark = event.detail === 0 ? markOf(event.target) : null;
        if (mark) onOpen(mark.stops);
      },
    },
  };
}

/** Sorts marks by route, each in driving order, with unassigned stops last. */
function inRouteOrder(one: Mark, other: Mark): number {
  const [a, b] = [one.stops[0], other.stops[0]];
  const [routeA, routeB] = [a?.route?.name ?? '\uffff', b?.route?.name ?? '\uffff'];
  if (routeA !== routeB) return routeA < routeB ? -1 : 1;
  return (a?.number ?? 0) - (b?.number ?? 0);
}
