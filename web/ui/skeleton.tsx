import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** Size and shape: `h-6 w-40`. */
  className?: string;
}

/** A grey stand-in for something that is being fetched. Say so once a list: see SkeletonList. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={classNames('max-w-full animate-pulse rounded-control bg-step', className)} />
  );
}
