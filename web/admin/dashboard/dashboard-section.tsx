import { Link } from '@tanstack/react-router';
import { RefreshCw } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type DateKey, formatDateKey } from '../../../contract/values/time/dates.ts';
import type { ActiveDrivers } from '../../accounts/members/active-drivers.ts';
import { FactorHint } from '../../accounts/second-factor/factor-hint.tsx';
import { AttentionCard } from '../../attention/attention-card.tsx';
import { useAttention } from '../../attention/use-attention.ts';
import { PushOffer } from '../../push/push-offer.tsx';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lateFile } from '../../ui/hooks/late-file.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Stops, useDashboard, useSync } from './data.ts';
import { type DriverDay, driverDays, driverDayText } from './day.ts';
import { DashboardDays } from './days.tsx';
import { DashboardStatus, DashboardTiles } from './status.tsx';
import { DashboardLeftovers, DashboardToday } from './today.tsx';

/** The Admin Dashboard: today's stops, drivers and figures, and yesterday's unfinished stops. */
export default function DashboardSection() {
  const { today, figures, stops, leftovers, drivers } = useDashboard();
  const attention = useAttention();
  // Buttons appear only below content that has its final height, because a press is lost when its target moves.
  const isLoading = [attention, stops, leftovers].some(({ isFetched }) => !isFetched);
  return (
    <div className="@container">
      <DashboardBar today={today} />
      <AttentionCard />
      <FactorHint />
      <PushOffer label="Get notifications on this device" />
      <div className="grid grid-cols-1 gap-4 @4xl:grid-cols-[minmax(0,1fr)_18.5rem] @4xl:gap-x-6">
        <DashboardStatus figures={figures} stops={stops.data} />
        <DashboardTiles figures={figures} />
        <div className="mt-4 min-w-0 space-y-8">
          {isLoading ? (
            <DashboardSkeleton />
          ) : (
            <>
              <DashboardLeftovers stops={leftovers.data} />
              <DashboardToday stops={stops} />
            </>
          )}
        </div>
        <div className="mt-4 min-w-0 space-y-8">
          <DashboardDrivers drivers={drivers} stops={stops} />
          <DashboardDays figures={figures} today={today} />
        </div>
      </div>
      {!isLoading && <DashboardAreas />}
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <div>
      <Skeleton className="mb-3 h-6 w-52" />
      <SkeletonList label="Loading today's pickups" rows={6} rowClassName="h-31 @2xl:h-18" />
    </div>
  );
}

const Clusters = lazy(
  lateFile(async () => ({ default: (await import('../../routing/clusters/clusters.tsx')).Clusters })),
);

/** The unassigned stops by area, loaded on demand. */
function DashboardAreas() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="areas" className="mt-8 border-ink border-t-2 pt-4">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 grow basis-[min(15rem,100%)]">
          <h2 id="areas" className="text-xl">
            Geographic Areas
          </h2>
          <p className="mt-1 text-soft">Pending pickups by neighborhood. You can turn each area into a route.</p>
        </div>
        <Button
          variant="outline"
          aria-expanded={isOpen}
          aria-controls="clusters"
          className="min-w-[min(10rem,100%)] grow sm:grow-0"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide Clusters' : 'View Clusters'}
        </Button>
      </div>
      <div id="clusters">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-49 rounded-card" />}>
            <Clusters />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** Today's date and the Refresh button. The syncing banner replaces the date, so the layout does not move. */
function DashboardBar({ today }: { today: DateKey }) {
  const { isSyncing, sync } = useSync();
  return (
    <div className="-mt-3 mb-2 flex min-h-11 items-center justify-between gap-2 tiny:flex-wrap lg:-mt-4">
      <p role="status" className="min-w-0 grow">
        {isSyncing && (
          <span className="block rounded-control bg-azure-wash px-3 py-2 text-azure-deep leading-tight">
            Syncing with latest updates...
          </span>
        )}
      </p>
      {!isSyncing && <p className="order-first shrink-0 text-soft tiny:shrink">{formatDateKey(today, 'long')}</p>}
      <button
        type="button"
        aria-disabled={isSyncing || undefined}
        onClick={() => !isSyncing && void sync()}
        className={buttonClass('quiet', 'sm', '-mr-4 shrink-0 tiny:-mr-2')}
      >
        <RefreshCw className={classNames('size-4.5', isSyncing && 'animate-spin')} aria-hidden="true" />
        <span className={isSyncing ? 'sr-only sm:not-sr-only' : undefined}>Refresh</span>
      </button>
    </div>
  );
}

function DashboardDrivers({ drivers: { drivers, isError, retry }, stops }: { drivers: ActiveDrivers; stops: Stops }) {
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
              <span>No active drivers yet. Give someone the driver role under</span>{' '}
              <Link to="/admin/members" className="font-semibold text-azure underline underline-offset-4">
                All Members
              </Link>
              <span>.</span>
            </p>
          )
        ) : isError || stops.isError ? (
          <PartError
            message={isError ? "We couldn't load the drivers." : "We couldn't load today's driver progress."}
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

function Driver({ driver }: { driver: DriverDay }) {
  const { id, name, total, completed } = driver;
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to="/admin/routes"
          search={{ driver: id }}
          className="-my-2.5 min-w-0 break-words py-2.5 font-semibold decoration-2 underline-offset-3 hover:underline"
        >
          {name}
        </Link>
        <span className="text-soft">{driverDayText(driver)}</span>
      </p>
      <div aria-hidden="true" className="mt-1.5 h-2.5 overflow-hidden rounded-full border border-control">
        <div className="h-full bg-leaf" style={{ width: `${total === 0 ? 0 : (100 * completed) / total}%` }} />
      </div>
    </li>
  );
}
