import type { Route } from '../../../contract/routing.ts';
import { Badge } from '../../ui/badge.tsx';
import { capitalized, planText, routeToneOf } from '../route-words.ts';

/** How far a route is, and how long it is by its plan. */
export function RouteStanding({ route }: { route: Route }) {
  const { status, progress, pickups, driverName } = route;
  const plan = planText(route);
  const percent = Math.min(Math.max(Math.round(progress), 0), 100);
  const settled = pickups.filter((stop) => stop.status !== 'assigned').length;
  return (
    <>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-soft tabular-nums">{plan ? `Planned ${plan}` : 'Not measured yet'}</p>
        <Badge tone={routeToneOf(status)}>{capitalized(status)}</Badge>
      </div>
      <div className="mt-2 flex items-center gap-3">
        <div
          role="progressbar"
          aria-label={`Progress of ${driverName}`}
          aria-valuenow={percent}
          aria-valuetext={`${settled} of ${pickups.length} stops`}
          className="h-2 grow overflow-hidden rounded-full bg-step"
        >
          <div className="h-full bg-leaf" style={{ width: `${percent}%` }} />
        </div>
        <p className="shrink-0 text-[0.9375rem] text-soft tabular-nums">
          {settled} of {pickups.length}
        </p>
      </div>
    </>
  );
}
