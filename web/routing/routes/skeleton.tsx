import { Skeleton } from '../../ui/skeleton.tsx';

/** The skeleton of a day's routes. `hasChips` adds the row of days. */
export function RouteSkeleton({ hasChips = true }: { hasChips?: boolean }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the current route</span>
      {hasChips && (
        <div className="mb-4 flex gap-2 py-1">
          <Skeleton className="h-11 w-28 rounded-full!" />
          <Skeleton className="h-11 w-28 rounded-full!" />
        </div>
      )}
      <div className="mb-4 grid grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,3fr)] gap-2 @xl:grid-cols-3 @xl:gap-4">
        <Skeleton className="h-18 rounded-card @xl:h-22" />
        <Skeleton className="h-18 rounded-card @xl:h-22" />
        <Skeleton className="h-18 rounded-card @xl:h-22" />
      </div>
      <div className="grid gap-4 @4xl:grid-cols-2">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}
