import 'maplibre-gl/dist/maplibre-gl.css';
import { AttributionControl, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { degreesOf, type View } from './geometry.ts';

setWorkerUrl(workerUrl);

export interface StreetMapProps {
  styleUrl: string;
  view: View;
  /** The element for the style's attribution. It is above our drawing, which covers this map. */
  credits: RefObject<HTMLElement | null>;
  /** Called when the map has loaded. Until then, or if it never loads, our own ground is shown. */
  onDrawn: () => void;
}

/** The street map below our drawing. It is decorative: it moves with the drawing and takes no presses and no focus. */
export default function StreetMap({ styleUrl, view, credits, onDrawn }: StreetMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<MapLibreMap | null>(null);
  const moveToView = useEffectEvent((to = view) => {
    map.current?.jumpTo(cameraOf(to));
  });
  const onMapDrawn = useEffectEvent(onDrawn);

  useEffect(() => {
    if (!frame.current) return;
    const opened = openMap(frame.current, styleUrl);
    if (!opened) return;
    map.current = opened;
    moveToView();
    const attribution = new AttributionControl({ compact: false });
    opened.on('load', () => {
      credits.current?.append(attribution.onAdd(opened));
      moveToView();
      onMapDrawn();
    });
    // A style or tile that fails to load is not the page's error. Our own ground stays, or the tile is empty.
    opened.on('error', () => undefined);
    return () => {
      map.current = null;
      credits.current?.replaceChildren();
      opened.remove();
    };
  }, [styleUrl, credits]);

  useEffect(() => moveToView(view), [view]);

  return <div ref={frame} aria-hidden="true" className="size-full dark:hue-rotate-180 dark:invert" />;
}

function cameraOf(view: View) {
  const { latitude, longitude } = degreesOf(view);
  return { center: [longitude, latitude] as [number, number], zoom: view.zoom };
}

/** Returns null if the browser can't draw a map. */
function openMap(container: HTMLElement, style: string): MapLibreMap | null {
  try {
    return new MapLibreMap({ container, style, interactive: false, attributionControl: false, fadeDuration: 0 });
  } catch {
    return null;
  }
}
