import { Skeleton } from '../../ui/skeleton.tsx';

/** The plans, before it is known whether this customer may choose one. */
export function SubscribeSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading plans</span>
      <Skeleton className="mb-5 h-6 w-72 max-w-full" />
      <Skeleton className="mb-3 h-6 w-28" />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-60 rounded-card lg:h-80" />
        ))}
      </div>
    </div>
  );
}
