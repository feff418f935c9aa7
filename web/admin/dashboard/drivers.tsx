import { Link } from '@tanstack/react-router';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { Card } from '../../ui/card.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Stops } from './data.ts';
import { type DriverDay, driverDays } from './day.ts';

interface DashboardDriversProps {
  drivers: ActiveDrivers;
  stops: Stops;
}

export function DashboardDrivers({ drivers: { drivers, isError, retry }, stops }: DashboardDriversProps) {
  return (
    <section aria-labelledby="drivers-today">
      <h2 id="drivers-today" className="mb-3 text-xl">
        Drivers Today
      </h2>
      <Card>
        {drivers && stops.data ? (
          drivers.length > 0 ? (
            <ul className="space-y-4">
              {driverDays(drivers, stops.data).map((driver) => (
                <Driver key={driver.id} driver={driver} />
              ))}
            </ul>
          ) : (
            <p>
              No active drivers yet. Give someone the driver role under{' '}
              <Link to="/admin/members" className="font-semibold text-azure underline underline-offset-4">
                All Members
              </Link>
              .
            </p>
          )
        ) : isError || stops.isError ? (
          <PartError
            message={isError ? 'Drivers could not be loaded.' : 'Today’s driver progress could not be loaded.'}
            onRetry={isError ? retry : () => void stops.refetch()}
            isRetrying={!isError && stops.isFetching}
          />
        ) : (
          <div role="status" className="space-y-4">
            <span className="sr-only">Loading drivers</span>
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        )}
      </Card>
    </section>
  );
}

function Driver({ driver: { name, total, completed } }: { driver: DriverDay }) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 break-words font-semibold">{name}</span>
        <span className="text-soft tabular-nums">{total === 0 ? 'No stops' : `${completed} of ${total} done`}</span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-2.5 overflow-hidden rounded-full border border-control">
        <div className="h-full bg-leaf" style={{ width: `${total === 0 ? 0 : (100 * completed) / total}%` }} />
      </div>
    </li>
  );
}
