import { classNames } from './class-names.ts';

interface SkeletonProps {
  /** Size and shape: `h-6 w-40`. */
  className?: string;
}

/** A gray placeholder for loading content. Announce loading once per list: see SkeletonList. */
export function Skeleton({ className }: SkeletonProps) {
  return (
    <div aria-hidden="true" className={classNames('max-w-full animate-pulse rounded-control bg-step', className)} />
  );
}
