import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The day's lists while they are being fetched. */
export function DashboardSkeleton() {
  return (
    <div>
      <Skeleton className="mb-3 h-6 w-52" />
      <SkeletonList label="Loading today's pickups" rows={6} rowClassName="h-31 @2xl:h-18" />
    </div>
  );
}
