import { classNames } from './class-names.ts';

/** A gray placeholder for loading content. Announce loading once per list (see SkeletonList). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={classNames('max-w-full animate-pulse rounded-control bg-step', className)} />
  );
}
