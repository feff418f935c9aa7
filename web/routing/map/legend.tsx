import { classNames } from '../../ui/class-names.ts';
import type { DayRoute, MapStop, PlacedSite } from './map-stops.ts';
import { siteLetter } from './mark-shape.tsx';

interface LegendProps {
  routes: readonly DayRoute[];
  unassigned: readonly MapStop[];
  sites: readonly PlacedSite[];
  highlighted: string | null;
  /** Called with null to show all routes again. */
  onHighlight: (routeId: string | null) => void;
}

/** The drivers' colors. A press on a driver highlights the route and fades the others. */
export function Legend({ routes, unassigned, sites, highlighted, onHighlight }: LegendProps) {
  return (
    <ul
      aria-label="Drivers on the map"
      // Contains the texts for screen readers, which would otherwise widen the page.
      className="relative -mx-gutter mt-2 flex scrollbar-none gap-1 overflow-x-auto px-gutter py-1 md:mx-0 md:flex-wrap md:px-0"
    >
      {routes.map(({ id, name, color, stops }) => (
        <li key={id} className="shrink-0 md:min-w-0 md:shrink">
          <button
            type="button"
            aria-pressed={id === highlighted}
            onClick={() => onHighlight(id === highlighted ? null : id)}
            className={classNames(
              'flex min-h-11 min-w-11 max-w-full items-center gap-2 rounded-control border px-2 text-[0.9375rem] leading-tight md:min-h-9',
              id === highlighted ? 'border-ink bg-step' : 'border-transparent hover:bg-step',
            )}
          >
            <span className="size-3.5 shrink-0 rounded-full" style={{ background: color }} aria-hidden="true" />
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="shrink-0 text-soft">
              <span>{`${stops.filter(({ status }) => status !== 'open').length}/${stops.length}`}</span>
              <span className="sr-only"> done</span>
            </span>
          </button>
        </li>
      ))}
      {unassigned.length > 0 && (
        <li className="flex min-h-11 shrink-0 items-center gap-2 px-2 text-[0.9375rem] md:min-h-9">
          <span className="size-3.5 shrink-0 border border-ink bg-paper" aria-hidden="true" />
          <span className="font-semibold">Unassigned</span>
          <span className="text-soft">{unassigned.length}</span>
        </li>
      )}
      {sites.length > 0 && (
        <li className="flex min-h-11 shrink-0 items-center gap-2 px-2 text-[0.9375rem] md:min-h-9">
          <span
            className="grid size-4.5 shrink-0 place-items-center bg-ink font-bold font-display text-paper text-xs leading-none"
            aria-hidden="true"
          >
            {siteLetter}
          </span>
          <span className="font-semibold">{sites.length === 1 ? 'Disposal site' : 'Disposal sites'}</span>
        </li>
      )}
    </ul>
  );
}
