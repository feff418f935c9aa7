import { SkeletonList } from '../../ui/list/skeleton-list.tsx';

/** The list's outline while it is being fetched: the total's line, then cards. */
export function HistorySkeleton() {
  return (
    <div className="mt-12">
      <SkeletonList label="Loading pickups" rows={4} rowClassName="h-48" />
    </div>
  );
}
