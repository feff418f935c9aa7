import { Skeleton } from '../../ui/skeleton.tsx';

/** The page's outline while it is being fetched. */
export function BillingSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading your billing</span>
      <div className="grid grid-cols-2 gap-2 sm:gap-4 lg:col-span-3">
        <Skeleton className="h-25 rounded-card" />
        <Skeleton className="h-25 rounded-card" />
      </div>
      <div className="grid content-start gap-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-52 rounded-card" />
      </div>
      <Skeleton className="h-100 rounded-card lg:col-span-2" />
    </div>
  );
}
