import 'maplibre-gl/dist/maplibre-gl.css';
import { LngLatBounds, Map as MapView, Marker, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Place } from '../../../contract/values/places.ts';

setWorkerUrl(workerUrl);

export interface MapPoint {
  readonly id: string;
  readonly number: number;
  readonly place: Place | null;
  readonly isDone: boolean;
}

export interface StreetMapProps {
  styleUrl: string;
  stops: readonly MapPoint[];
  currentId: string;
  /** Called when the map has loaded. Until then, and if that never happens, the caller shows something else. */
  onDrawn: () => void;
}

type PlacedPoint = MapPoint & { readonly place: Place };

const edgePx = 48;
const closestZoom = 16;
const lineId = 'route-way';

/** A street map with the route and its numbered stops. Decorative: everything in it is also on the page as text. */
export default function StreetMap({ styleUrl, stops, currentId, onDrawn }: StreetMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<MapView | null>(null);
  const markers = useRef<Marker[]>([]);
  const placed = stops.filter((stop): stop is PlacedPoint => stop.place !== null);

  const drawRoute = useEffectEvent(() => {
    const map = view.current;
    if (!map?.isStyleLoaded()) return;
    drawLine(map, placed);
    for (const marker of markers.current) marker.remove();
    markers.current = placed.map((stop) =>
      new Marker({ element: plate(stop, stop.id === currentId) })
        .setLngLat([stop.place.longitude, stop.place.latitude])
        .addTo(map),
    );
  });
  const moveToStop = useEffectEvent((isFirst: boolean) => {
    const current = placed.find((stop) => stop.id === currentId);
    const map = view.current;
    if (!map) return;
    if (isFirst && placed.length > 0) {
      const bounds = new LngLatBounds();
      for (const { place } of placed) bounds.extend([place.longitude, place.latitude]);
      map.fitBounds(bounds, { padding: edgePx, maxZoom: closestZoom, animate: false });
    } else if (current) {
      map.easeTo({ center: [current.place.longitude, current.place.latitude], essential: false });
    }
  });
  const onMapDrawn = useEffectEvent(onDrawn);

  useEffect(() => {
    if (!frame.current) return;
    const map = openMap(frame.current, styleUrl);
    if (!map) return;
    view.current = map;
    map.on('load', () => {
      moveToStop(true);
      drawRoute();
      onMapDrawn();
    });
    // A style or tile that fails to load is not the page's error: the sketch stays, or the tile is empty.
    map.on('error', () => undefined);
    return () => {
      view.current = null;
      map.remove();
    };
  }, [styleUrl]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn when the route or the current stop changes.
  useEffect(() => drawRoute(), [stops, currentId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map moves when the driver steps, not with every poll.
  useEffect(() => moveToStop(false), [currentId]);

  return <div ref={frame} className="isolate size-full overflow-hidden rounded-control border border-line bg-step" />;
}

/** Returns null if the browser can't draw a map. */
function openMap(container: HTMLElement, style: string): MapView | null {
  try {
    return new MapView({
      container,
      style,
      // The arrow keys step through the route, and one finger scrolls the page.
      keyboard: false,
      cooperativeGestures: true,
      attributionControl: { compact: true },
      dragRotate: false,
      pitchWithRotate: false,
    });
  } catch {
    return null;
  }
}

/** Draws straight lines from stop to stop; streets are left to the navigation app. */
function drawLine(map: MapView, placed: readonly PlacedPoint[]): void {
  const data = {
    type: 'Feature' as const,
    properties: {},
    geometry: {
      type: 'LineString' as const,
      coordinates: placed.map(({ place }) => [place.longitude, place.latitude]),
    },
  };
  const source = map.getSource(lineId);
  if (source && 'setData' in source) {
    (source as unknown as { setData: (next: typeof data) => void }).setData(data);
    return;
  }
  map.addSource(lineId, { type: 'geojson', data });
  map.addLayer({ id: lineId, type: 'line', source: lineId, paint: { 'line-color': '#1258a1', 'line-width': 3 } });
}

/** A stop's number, as in the sketch. */
function plate({ number, isDone }: MapPoint, isCurrent: boolean): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('aria-hidden', 'true');
  element.textContent = isDone ? '✓' : String(number);
  const look = isCurrent
    ? 'z-10 h-9 min-w-9 rounded-control bg-maize text-ink text-lg ring-ink'
    : `h-6 min-w-6 rounded-sm text-sm ring-paper ${isDone ? 'bg-leaf text-paper' : 'bg-ink text-maize'}`;
  element.className = `grid place-items-center px-1 font-bold font-display tabular-nums ring-2 ${look}`;
  return element;
}
