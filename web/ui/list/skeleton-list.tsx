import { Skeleton } from '../skeleton.tsx';

interface SkeletonListProps {
  /** The text for screen readers, such as 'Loading pickups'. */
  label: string;
  rows?: number;
  /** The height of a row, such as `h-24`. */
  rowClassName?: string;
}

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** The skeleton of a loading list. Screen readers announce it once. */
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
