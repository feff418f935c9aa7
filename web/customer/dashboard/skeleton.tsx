import { Skeleton } from '../../ui/skeleton.tsx';

/** The dashboard's outline while it is being fetched. */
export function DashboardSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading your dashboard</span>
      <Skeleton className="h-60 rounded-card lg:order-1 lg:col-span-2" />
      <div className="grid grid-cols-3 gap-2 sm:gap-4 lg:order-3 lg:col-span-3">
        <Skeleton className="h-20 rounded-card sm:h-24" />
        <Skeleton className="h-20 rounded-card sm:h-24" />
        <Skeleton className="h-20 rounded-card sm:h-24" />
      </div>
      <Skeleton className="h-40 rounded-card lg:order-2 lg:h-60" />
      <Skeleton className="mt-8 h-46 rounded-card sm:h-36 lg:order-4 lg:col-span-3 lg:h-16" />
      <Skeleton className="h-56 rounded-card lg:order-5 lg:col-span-3" />
    </div>
  );
}
