import type { MemberCounts } from '../../../contract/accounts.ts';
import { Count } from '../../ui/list/count.tsx';

interface MemberTilesProps {
  counts: MemberCounts | undefined;
  isError: boolean;
}

/** How many members there are, in total and by kind. */
export function MemberTiles({ counts, isError }: MemberTilesProps) {
  const tiles = [
    { label: 'Total', count: counts?.total },
    { label: 'Customers', count: counts?.customers },
    { label: 'Drivers', count: counts?.drivers },
    { label: 'Subscribed', count: counts?.subscribed },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 tiny:grid-cols-1 @2xl:grid-cols-4 @2xl:gap-4">
      {tiles.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse rounded-card border border-line bg-paper px-4 py-3 @2xl:px-5">
          <dt className="text-soft">{label}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums leading-tight @2xl:text-3xl">
            <Count count={count} isError={isError} skeletonClassName="h-7.5 w-12 @2xl:h-9" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
