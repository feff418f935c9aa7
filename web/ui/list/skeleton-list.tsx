import { Skeleton } from '../skeleton.tsx';

interface SkeletonListProps {
  /** For screen readers: 'Loading pickups'. */
  label: string;
  rows?: number;
  /** Height of a row: `h-24`. */
  rowClassName?: string;
}

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The skeleton of a list that loads, announced once. */
export function SkeletonList({ label, rows = 3, rowClassName = 'h-24' }: SkeletonListProps) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{label}</span>
      {keys.slice(0, rows).map((key) => (
        <Skeleton key={key} className={`rounded-card ${rowClassName}`} />
      ))}
    </div>
  );
}
