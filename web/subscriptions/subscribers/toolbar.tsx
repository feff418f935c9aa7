import type { SubscriptionCounts } from '../../../contract/subscriptions.ts';
import { plans } from '../../../contract/values/prices.ts';
import { Chip } from '../../ui/chip.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countTextOf } from '../../ui/count-text.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { useSearchText } from '../../ui/hooks/use-search-text.ts';
import { type SubscriberFilters, subscriberStatuses } from './filters.ts';
import { planCountText, statusLabels } from './words.ts';

interface SubscriberToolbarProps {
  filters: SubscriberFilters;
  counts: SubscriptionCounts | undefined;
  onChange: (change: Partial<SubscriberFilters>) => void;
}

/** Search, and the filters by status and by package. */
export function SubscriberToolbar({ filters, counts, onChange }: SubscriberToolbarProps) {
  const [text, setText] = useSearchText(filters.q, (q) => onChange({ q }));
  const packages = [{ id: 'all' as const, name: 'All Packages' }, ...plans];
  return (
    <div className="space-y-3">
      <div className="grid gap-3 @3xl:grid-cols-[minmax(0,1fr)_auto] @3xl:items-center">
        <SearchField
          label="Search by name, email or address"
          placeholder="Search name, email or address"
          value={text}
          onChange={setText}
        />
        <ChipRow
          legend="Filter by status"
          chips={subscriberStatuses.map((status) => ({
            id: status,
            label: status === 'all' ? 'All' : statusLabels[status],
            count: counts && countTextOf(counts[status]),
          }))}
          chosen={filters.status}
          onChoose={(status) => onChange({ status })}
        />
      </div>
      <ChipRow
        legend="Filter by package"
        chips={packages.map(({ id, name }) => ({ id, label: name, count: counts && planCountText(counts, id) }))}
        chosen={filters.plan}
        onChoose={(plan) => onChange({ plan })}
      />
    </div>
  );
}

interface ChipRowProps<Id extends string> {
  legend: string;
  chips: readonly { id: Id; label: string; count: string | undefined }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

function ChipRow<Id extends string>({ legend, chips, chosen, onChoose }: ChipRowProps<Id>) {
  return (
    <fieldset className="-mx-gutter flex min-w-0 gap-2 overflow-x-auto px-gutter py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{legend}</legend>
      {chips.map(({ id, label, count }) => (
        <Chip key={id} pressed={id === chosen} onPress={() => onChoose(id)}>
          {label}
          {/* Room for a figure from the start: the row does not move when the counts arrive. */}
          <span className={classNames('min-w-[1ch] tabular-nums', id !== chosen && 'text-soft')}>{count}</span>
        </Chip>
      ))}
    </fieldset>
  );
}
