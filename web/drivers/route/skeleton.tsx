import { Skeleton } from '../../ui/skeleton.tsx';

const rows = ['a', 'b', 'c', 'd'];

/** The shape of the dashboard while its route is being fetched. */
export function RouteSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading your route</span>
      <div className="grid grid-cols-3 gap-2 sm:gap-3">
        {rows.slice(1).map((row) => (
          <Skeleton key={row} className="h-[5.25rem] rounded-card" />
        ))}
      </div>
      <Skeleton className="mt-5 h-[11.5rem] rounded-card md:h-[8.25rem]" />
      <div className="mt-6 grid gap-8 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-3">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-12" />
          {rows.map((row) => (
            <Skeleton key={row} className="h-52 rounded-card" />
          ))}
        </div>
        <Skeleton className="hidden h-64 rounded-card xl:block" />
      </div>
    </div>
  );
}
