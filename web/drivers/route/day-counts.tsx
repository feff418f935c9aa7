interface DayCountsProps {
  total: number;
  completed: number;
  /** Still to be done; a stop that was marked incomplete is neither. */
  remaining: number;
}

/** Today in three figures; below each other where very large text leaves no room beside. */
export function DayCounts({ total, completed, remaining }: DayCountsProps) {
  const counts = [
    { label: 'Total Stops', count: total },
    { label: 'Completed', count: completed },
    { label: 'Remaining', count: remaining },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2 sm:gap-3">
      {counts.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-2.5 py-3 max-[22.5rem]:px-2 sm:px-4"
        >
          <dt className="break-words text-[0.9375rem] text-soft leading-tight max-[22.5rem]:text-sm">{label}</dt>
          <dd className="font-bold font-display text-3xl tabular-nums leading-tight">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
