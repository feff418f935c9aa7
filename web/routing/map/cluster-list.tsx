import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { PlacedStop } from './map-stops.ts';

interface ClusterListProps {
  stops: readonly PlacedStop[];
  onSelect: (stops: readonly PlacedStop[]) => void;
  onClose: () => void;
}

/** The stops at one spot, which no zoom can separate. */
export function ClusterList({ stops, onSelect, onClose }: ClusterListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('li button')?.focus(), []);
  return (
    <div
      ref={list}
      role="dialog"
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="map-list absolute flex flex-col rounded-control border border-ink bg-paper shadow-curb"
    >
      <div className="flex items-center justify-between border-line border-b pl-3">
        <p id={id} className="font-semibold">
          {`${stops.length} stops here`}
        </p>
        <IconButton label="Close" onClick={onClose}>
          <X className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="overflow-y-auto">
        {stops.map((stop) => (
          <li key={stop.id} className="border-line border-b last:border-b-0">
            <button
              type="button"
              onClick={() => onSelect([stop])}
              className="flex min-h-11 w-full items-center gap-2 px-3 py-1 text-left hover:bg-step"
            >
              <span
                className="size-3 shrink-0 rounded-full border border-ink"
                style={{ background: stop.route?.color ?? 'var(--color-paper)' }}
                aria-hidden="true"
              />
              <span className="min-w-0">
                <span className="block truncate font-semibold leading-tight">
                  {`${stop.number !== null ? `${stop.number} · ` : ''}${stop.name}`}
                </span>
                <span className="block truncate text-[0.9375rem] text-soft leading-tight">
                  {stop.route?.name ?? 'Unassigned'}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
