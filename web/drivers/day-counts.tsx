interface DayCountsProps {
  total: number;
  completed: number;
}

/** Today in three figures. */
export function DayCounts({ total, completed }: DayCountsProps) {
  const counts = [
    { label: 'Total Stops', count: total },
    { label: 'Completed', count: completed },
    { label: 'Remaining', count: total - completed },
  ];
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-3">
      {counts.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-2.5 py-3 sm:px-4"
        >
          <dt className="text-[0.9375rem] text-soft leading-tight">{label}</dt>
          <dd className="font-bold font-display text-3xl tabular-nums leading-tight">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
