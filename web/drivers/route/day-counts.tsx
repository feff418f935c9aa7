import type { DayCounts as Counts } from '../schedule.ts';

/** Today's counts: Total Stops is the sum of the other three. Stacked if very large text leaves no room side by side. */
export function DayCounts({ counts }: { counts: Counts }) {
  const named = [
    { label: 'Total Stops', count: counts.total },
    { label: 'Completed', count: counts.completed },
    { label: 'Remaining', count: counts.remaining },
    { label: 'Incomplete', count: counts.incomplete },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.75rem),1fr))] gap-1.5 max-[22.4rem]:grid-cols-2 tiny:grid-cols-1 sm:gap-3">
      {named.map(({ label, count }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-card border border-line bg-paper px-2 py-1.5 sm:px-4 sm:py-3"
        >
          <dt className="break-words text-[0.8125rem] text-soft leading-tight sm:text-[0.9375rem]">{label}</dt>
          <dd className="font-bold font-display text-2xl leading-tight sm:text-3xl">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
