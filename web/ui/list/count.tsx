import { Skeleton } from '../skeleton.tsx';
import { countTextOf } from '../text/count-text.ts';

interface CountProps {
  count: number | undefined;
  isError: boolean;
  skeletonClassName: string;
}

/** A count, a skeleton while it loads, or a dash if it failed to load. */
export function Count({ count, isError, skeletonClassName }: CountProps) {
  if (count !== undefined) return <span>{countTextOf(count)}</span>;
  if (!isError) return <Skeleton className={skeletonClassName} />;
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="sr-only">not known</span>
    </>
  );
}
