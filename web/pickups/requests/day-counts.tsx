import type { RequestCounts } from '../../../contract/pickups.ts';
import { Count } from '../../ui/list/count.tsx';

interface RequestDayCountsProps {
  counts: RequestCounts | undefined;
  isError: boolean;
}

/** How many open requests are due today and tomorrow. */
export function RequestDayCounts({ counts, isError }: RequestDayCountsProps) {
  const days = [
    { label: 'Same-Day', count: counts?.sameDay },
    { label: 'Next-Day', count: counts?.nextDay },
  ];
  return (
    <dl className="grid grid-cols-2 tiny:grid-cols-1 gap-3 @xl:flex @xl:gap-10">
      {days.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse rounded-card border border-line bg-paper px-4 py-3 @xl:h-8 @xl:flex-row @xl:items-baseline @xl:gap-2.5 @xl:border-0 @xl:bg-transparent @xl:p-0"
        >
          <dt className="text-soft">{label}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums leading-tight">
            <Count count={count} isError={isError} skeletonClassName="h-7.5 w-8" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
