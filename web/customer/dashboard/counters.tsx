interface CountersProps {
  /** Undefined when it could not be loaded. */
  upcoming: number | undefined;
  completed: number | undefined;
  subscription: string | undefined;
}

/** The three counters. An unknown number shows as a dash, never as zero. */
export function Counters({ upcoming, completed, subscription }: CountersProps) {
  const counters = [
    { name: 'Upcoming', value: upcoming },
    { name: 'Completed', value: completed },
    { name: 'Subscription', value: subscription },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2 sm:gap-4 lg:order-3 lg:col-span-3">
      {counters.map(({ name, value }) => (
        <div
          key={name}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-2.5 py-3 min-[23rem]:px-3 sm:px-5 sm:py-4"
        >
          <dt className="text-[0.8125rem] text-soft min-[23rem]:text-[0.9375rem] sm:text-base">{name}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums sm:text-3xl">
            {value === undefined ? '–' : value.toLocaleString('en-US')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
