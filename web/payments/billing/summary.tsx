import type { BillingSummary } from '../../../contract/payments.ts';
import { Card } from '../../ui/card.tsx';
import { PartError } from '../../ui/load-error.tsx';
import { moneyText } from '../../ui/money-text.ts';
import type { useBilling } from './data.ts';

/** What was bought so far, in two figures. */
export function Summary({ summary }: Pick<ReturnType<typeof useBilling>, 'summary'>) {
  return (
    <section aria-label="Summary" className="lg:col-span-3">
      {summary.data ? (
        <Figures {...summary.data} />
      ) : (
        <Card>
          <PartError
            message="Your totals could not be loaded."
            onRetry={() => void summary.refetch()}
            isRetrying={summary.isFetching}
          />
        </Card>
      )}
    </section>
  );
}

function Figures({ completedOneTime, totalSpent }: BillingSummary) {
  const figures = [
    { name: 'One-time pickups completed', value: completedOneTime.toLocaleString('en-US') },
    { name: 'Total spent', value: moneyText(totalSpent) },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:gap-4">
      {figures.map(({ name, value }) => (
        <div
          key={name}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-4 py-3 sm:px-5 sm:py-4"
        >
          <dt className="text-[0.9375rem] text-soft leading-snug sm:text-base">{name}</dt>
          <dd className="break-words font-bold font-display text-2xl tabular-nums sm:text-3xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
