import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** About the size of the page's first cards, so that little moves when the customer arrives. */
export function CustomerSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <span className="sr-only">Loading the customer</span>
      {['h-64', 'h-80'].map((height, index) => (
        <Card key={height} className={index === 0 ? 'lg:col-start-2 lg:row-start-1' : undefined}>
          <Skeleton className="h-6 w-32" />
          <Skeleton className={`mt-4 ${height}`} />
        </Card>
      ))}
    </div>
  );
}
