import '../../routing/map/day-map.css';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { ZipPlace } from '../../../contract/service-areas.ts';
import { cityBounds, type Point, scaleOf, toPixels, unitsOf } from '../../routing/map/geometry.ts';
import { GroundShapes, groundTransform } from '../../routing/map/ground.tsx';
import { MapControls, MapFoot, zoomStep } from '../../routing/map/map-controls.tsx';
import { useGround } from '../../routing/map/use-ground.ts';
import { type MapView, useGestures, useMapView, useSize } from '../../routing/map/use-map-view.ts';
import { classNames } from '../../ui/class-names.ts';

interface ZipMapProps {
  places: readonly ZipPlace[];
  selected: readonly string[];
  onToggle: (zip: string) => void;
}

interface PlacedZip extends Point {
  readonly zip: string;
}

const panPx = 90;
/** At this zoom or closer, there is room for the numbers. */
const labelZoom = 10.4;

/**
 * A map of neighborhoods with a mark in the middle of every ZIP code. A press adds or removes a ZIP code. By keyboard:
 * Tab to the first, arrows to the others, Space to toggle.
 */
export function ZipMap({ places, selected, onToggle }: ZipMapProps) {
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const credits = useRef<HTMLSpanElement>(null);
  const size = useSize(frame);
  const zips = useMemo(() => places.map((place) => ({ zip: place.zip, ...unitsOf(place) })), [places]);
  // Fitted once, because a map that moves with every press is hard to use.
  const [shown] = useState(() => {
    const own = zips.filter(({ zip }) => selected.includes(zip));
    return own.length > 0 ? own : cityBounds;
  });
  const map = useMapView(shown, size);
  const ground = useGround();
  const pixelsOf = (point: Point) => toPixels(point, map.view, size);
  useGestures(surface, {
    ...map,
    onPress: (at, reach) => {
      const nearest = nearestZip(zips, at, pixelsOf);
      if (nearest && nearest.distance <= reach) onToggle(nearest.zip);
    },
  });
  const keys = useZipKeys({ zips, map, onToggle });
  const origin = pixelsOf({ x: 0, y: 0 });
  const near = zips.filter((zip) => isInside(pixelsOf(zip), size));
  return (
    <div
      ref={frame}
      className="relative isolate h-72 overflow-hidden rounded-control border border-line bg-marble sm:h-96"
    >
      {size.width > 0 && (
        <div
          ref={surface}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
          tabIndex={0}
          aria-label="Map of ZIP codes. Arrow keys move it, plus and minus zoom, 0 shows the city. Tab goes to the ZIP codes, Space adds or removes one."
          className="map-surface absolute inset-0"
          onKeyDown={keys.press}
        >
          <svg width={size.width} height={size.height} aria-hidden="true" className="absolute inset-0">
            <g transform={groundTransform(map.view, size)}>
              <GroundShapes ground={ground} zoom={map.view.zoom} />
            </g>
          </svg>
          <svg width={size.width} height={size.height} role="presentation" className="absolute inset-0">
            <g transform={`translate(${origin.x} ${origin.y})`}>
              {near.map((zip) => (
                <ZipMark
                  key={zip.zip}
                  zip={zip}
                  zoom={map.view.zoom}
                  isSelected={selected.includes(zip.zip)}
                  isTabStop={zip.zip === (keys.roving ?? near[0]?.zip)}
                />
              ))}
            </g>
          </svg>
        </div>
      )}
      <MapControls map={map} allLabel="Show the city" />
      <MapFoot view={map.view} missing={0} hasStreets={false} hasOutlines={ground !== null} credits={credits} />
    </div>
  );
}

interface ZipMarkProps {
  zip: PlacedZip;
  zoom: number;
  isSelected: boolean;
  isTabStop: boolean;
}

function ZipMark({ zip: { zip, x, y }, zoom, isSelected, isTabStop }: ZipMarkProps) {
  const scale = scaleOf(zoom);
  const hasLabel = zoom >= labelZoom;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      role="button"
      data-zip={zip}
      aria-label={zip}
      aria-pressed={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      transform={`translate(${x * scale} ${y * scale})`}
      className="map-mark"
    >
      <title>{zip}</title>
      <circle r={hasLabel ? 24 : 11} className="map-ring fill-paper stroke-azure" strokeWidth={3} />
      {hasLabel ? (
        <>
          <rect
            x={-20}
            y={-10}
            width={40}
            height={20}
            rx={10}
            className={classNames('stroke-azure-deep', isSelected ? 'fill-azure-deep' : 'fill-paper')}
            strokeWidth={1.5}
          />
          <text
            dy="0.35em"
            textAnchor="middle"
            fontSize={11.5}
            className={classNames('font-semibold', isSelected ? 'fill-paper' : 'fill-ink')}
          >
            {zip}
          </text>
        </>
      ) : (
        <circle
          r={6}
          className={classNames('stroke-azure-deep', isSelected ? 'fill-azure-deep' : 'fill-paper')}
          strokeWidth={1.5}
        />
      )}
    </g>
  );
}

interface ZipKeys {
  zips: readonly PlacedZip[];
  map: MapView;
  onToggle: (zip: string) => void;
}

/** Handles the map's keys. Tab reaches one ZIP code; the arrow keys reach the others in the order of their numbers. */
function useZipKeys({ zips, map, onToggle }: ZipKeys) {
  const [roving, setRoving] = useState<string | null>(null);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const surface = event.currentTarget;
    const zip = event.target instanceof Element ? event.target.closest('[data-zip]')?.getAttribute('data-zip') : null;
    const step = steps[event.key];
    if (zip && (event.key === 'Enter' || event.key === ' ')) onToggle(zip);
    else if (zip && step) {
      const to = zips[zips.findIndex((one) => one.zip === zip) + step.along];
      if (to) {
        setRoving(to.zip);
        map.reveal(to);
        // The next mark may be drawn only after the map has moved to it.
        setTimeout(
          () => surface.querySelector<SVGElement>(`[data-zip="${to.zip}"]`)?.focus({ preventScroll: true }),
          300,
        );
      }
    } else if (step) map.pan(step.pan);
    else if (event.key === '+' || event.key === '=') map.zoomBy(zoomStep, { isSmooth: true });
    else if (event.key === '-') map.zoomBy(1 / zoomStep, { isSmooth: true });
    else if (event.key === '0') map.fitAll();
    else return;
    event.preventDefault();
  };
  return { roving, press };
}

const steps: Readonly<Record<string, { along: -1 | 1; pan: Point }>> = {
  ArrowLeft: { along: -1, pan: { x: panPx, y: 0 } },
  ArrowRight: { along: 1, pan: { x: -panPx, y: 0 } },
  ArrowUp: { along: -1, pan: { x: 0, y: panPx } },
  ArrowDown: { along: 1, pan: { x: 0, y: -panPx } },
};

function nearestZip(zips: readonly PlacedZip[], at: Point, pixelsOf: (point: Point) => Point) {
  const distances = zips.map((zip) => {
    const { x, y } = pixelsOf(zip);
    return { zip: zip.zip, distance: Math.hypot(x - at.x, y - at.y) };
  });
  return distances.sort((one, other) => one.distance - other.distance)[0];
}

function isInside({ x, y }: Point, { width, height }: { width: number; height: number }): boolean {
  return x > -30 && x < width + 30 && y > -30 && y < height + 30;
}
