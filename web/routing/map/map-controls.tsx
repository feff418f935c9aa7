import { Maximize, Minus, Plus } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { scaleBar, type View } from './geometry.ts';
import type { MapView } from './use-map-view.ts';

export const zoomStep = 2;

/** The buttons that zoom in, zoom out and show everything. `allLabel` names the last one. */
export function MapControls({ map, allLabel = 'Show all stops' }: { map: MapView; allLabel?: string }) {
  const look = 'rounded-none! bg-paper';
  return (
    <div className="absolute top-2 right-2 flex flex-col divide-y divide-line overflow-hidden rounded-control border border-control bg-paper shadow-curb">
      <IconButton label="Zoom in" className={look} onClick={() => map.zoomBy(zoomStep, { isSmooth: true })}>
        <Plus className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton label="Zoom out" className={look} onClick={() => map.zoomBy(1 / zoomStep, { isSmooth: true })}>
        <Minus className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton label={allLabel} className={look} onClick={map.fitAll}>
        <Maximize className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  );
}

interface MapFootProps {
  view: View;
  missing: number;
  hasStreets: boolean;
  hasOutlines: boolean;
  /** The element in which the street map puts its attribution. */
  credits: RefObject<HTMLSpanElement | null>;
}

/** The foot of the map: the scale, the number of stops without a place, and the sources of the data. */
export function MapFoot({ view, missing, hasStreets, hasOutlines, credits }: MapFootProps) {
  const scale = scaleBar(view, 90);
  return (
    <div className="map-foot pointer-events-none absolute inset-x-0 bottom-0 flex flex-wrap items-end justify-between gap-x-3 text-soft text-xs leading-tight">
      <p className="flex items-end gap-1.5 px-1.5 py-1">
        <span className="map-scale block" style={{ width: scale.length }} aria-hidden="true" />
        <span>{scale.label}</span>
        {missing > 0 && <span className="font-semibold text-brick">{`· ${missing} not on the map`}</span>}
      </p>
      <p className="pointer-events-auto ml-auto px-1.5 py-1">
        {!hasStreets && hasOutlines && (
          <>
            <span>Neighborhoods:</span>{' '}
            <a
              href="https://opendataphilly.org/datasets/philadelphia-neighborhoods/"
              target="_blank"
              rel="noopener noreferrer"
              className="underline"
            >
              Abaca Labs / OpenDataPhilly
            </a>
            <span>,</span>{' '}
            <a
              href="https://creativecommons.org/licenses/by/4.0/"
              target="_blank"
              rel="noopener noreferrer"
              className="underline"
            >
              CC BY 4.0
            </a>
          </>
        )}
        <span ref={credits} hidden={!hasStreets} />
      </p>
    </div>
  );
}
