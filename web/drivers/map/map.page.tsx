import { Link } from '@tanstack/react-router';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyStoop } from '../../ui/street/street-corner.tsx';
import { useDriverRoute } from '../outbox/use-driver-route.ts';
import { RouteError } from '../route-error.tsx';
import { StopSheets } from '../stop/stop-sheets.tsx';
import { MapRoute } from './route.tsx';

/** Today's route stop by stop, with a picture of it (DRIVER-15). */
export default function MapPage() {
  const route = useDriverRoute();
  const stops = route.data?.[route.today]?.pickups ?? [];
  return (
    <Page title="Map View" back="/driver" width="wide">
      <StopSheets schedule={route.data}>
        {stops.length > 0 ? (
          // A new day starts at its first stop.
          <MapRoute key={route.today} stops={stops} waitingIds={route.waitingIds} isOffline={route.isOffline} />
        ) : route.data ? (
          <EmptyState
            title="No route assigned for today"
            art={<EmptyStoop />}
            action={
              <Link to="/driver" className={buttonClass('outline')}>
                My Route
              </Link>
            }
          >
            Today's stops will show up here as soon as the dispatcher assigns them.
          </EmptyState>
        ) : route.isError ? (
          <RouteError error={route.error} onRetry={() => void route.refetch()} isRetrying={route.isFetching} />
        ) : (
          <MapSkeleton />
        )}
      </StopSheets>
    </Page>
  );
}

function MapSkeleton() {
  return (
    <div
      role="status"
      className="space-y-4 low:grid low:grid-cols-2 low:gap-6 low:space-y-0 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)] lg:gap-8 lg:space-y-0"
    >
      <span className="sr-only">Loading your route</span>
      <Skeleton className="aspect-[9/5] rounded-control lg:aspect-[6/5]" />
      <div className="space-y-3">
        <Skeleton className="h-7 w-24" />
        <Skeleton className="h-8" />
        <Skeleton className="h-28" />
        <Skeleton className="h-14" />
      </div>
    </div>
  );
}
