import type { AdminPickup } from '../../../contract/pickups.ts';
import { moneyText } from '../../ui/money-text.ts';
import { estimateText, revenueOf } from '../route-words.ts';

interface RouteTotalsProps {
  stops: readonly AdminPickup[];
  /** The list is cut off. */
  isCut: boolean;
}

/** Stops, revenue and estimated time of a day. */
export function RouteTotals({ stops, isCut }: RouteTotalsProps) {
  const totals = [
    { label: 'Stops', value: `${stops.length}${isCut ? '+' : ''}` },
    { label: 'Revenue', value: moneyText(revenueOf(stops)) },
    { label: 'Estimate', value: estimateText(stops.length) },
  ];
  return (
    <dl className="mb-4 grid grid-cols-[minmax(0,3fr)_minmax(0,5fr)_minmax(0,3fr)] gap-2 tiny:grid-cols-1 @xl:grid-cols-3 @xl:gap-4">
      {totals.map(({ label, value }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col-reverse justify-end rounded-card border border-line bg-paper px-3 py-3 @xl:px-5"
        >
          <dt className="text-[0.9375rem] text-soft @xl:text-base">{label}</dt>
          <dd className="break-words font-bold font-display text-xl tabular-nums leading-tight @xl:text-3xl">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
