import { useMemo } from 'react';
import { RouteSketch } from '../sketch/route-sketch.tsx';
import type { DriverRoute } from './route-days.ts';

/** A driver's day drawn: what is behind, where the driver goes next, and the rest. */
export function RouteGroupSketch({ group: { driver, route, open, settled } }: { group: DriverRoute }) {
  const stops = useMemo(
    () => [
      ...settled.map(({ id, routeOrder, place, status }, index) => ({
        id,
        number: routeOrder ?? index + 1,
        place,
        isDone: true,
        isMissed: status !== 'completed',
      })),
      ...open.map(({ id, number, place }) => ({ id, number, place, isDone: false })),
    ],
    [settled, open],
  );
  return (
    <RouteSketch
      stops={stops}
      currentId={route?.status === 'active' ? open[0]?.id : undefined}
      label={`Route of ${driver ?? 'nobody'}`}
      size="card"
      className="mt-3"
    />
  );
}
