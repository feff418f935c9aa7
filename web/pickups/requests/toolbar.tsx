import { useEffect, useRef } from 'react';
import type { RequestCounts } from '../../../contract/pickups.ts';
import { Chip } from '../../ui/chip.tsx';
import { countTextOf } from '../../ui/count-text.ts';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { useSearchText } from '../../ui/hooks/use-search-text.ts';
import { type RequestFilters, type RequestStatus, requestStatuses } from './filters.ts';

interface RequestToolbarProps {
  filters: RequestFilters;
  counts: RequestCounts | undefined;
  onChange: (change: Partial<RequestFilters>) => void;
}

const labels: Record<RequestStatus, string> = {
  all: 'All',
  pending: 'Pending',
  assigned: 'Assigned',
  completed: 'Completed',
  issue: 'Issues',
  incomplete: 'Incomplete',
  cancelled: 'Cancelled',
};

/** Filter, search and sort. */
export function RequestToolbar({ filters, counts, onChange }: RequestToolbarProps) {
  const [text, setText] = useSearchText(filters.q, (q) => onChange({ q }));
  const chips = useRef<HTMLFieldSetElement>(null);
  const isCounted = counts !== undefined;
  // On a phone the row of filters is wider than the screen; the counts make it wider still.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are reasons to look again.
  useEffect(() => {
    const row = chips.current;
    const pressed = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (row && pressed)
      row.scrollLeft = pressed.offsetLeft - row.offsetLeft - (row.clientWidth - pressed.offsetWidth) / 2;
  }, [filters.status, isCounted]);
  return (
    <div className="space-y-3">
      <fieldset
        ref={chips}
        className="-mx-gutter flex min-w-0 gap-2 overflow-x-auto px-gutter py-1 sm:mx-0 sm:flex-wrap sm:px-0"
      >
        <legend className="sr-only">Filter by status</legend>
        {requestStatuses
          .filter((status) => isOffered(status, filters, counts))
          .map((status) => (
            <Chip key={status} pressed={filters.status === status} onPress={() => onChange({ status })}>
              {labels[status]}
              {counts && (
                <span className={filters.status === status ? 'tabular-nums' : 'text-soft tabular-nums'}>
                  {countTextOf(counts[status])}
                </span>
              )}
            </Chip>
          ))}
      </fieldset>
      <div className="grid gap-3 @xl:grid-cols-[minmax(0,1fr)_13rem]">
        <SearchField
          label="Search by address or customer"
          placeholder="Search address or customer"
          value={text}
          onChange={setText}
        />
        <SelectField
          label="Sort"
          labelHidden
          value={filters.sort}
          onChange={(event) => onChange({ sort: event.target.value === 'oldest' ? 'oldest' : 'newest' })}
        >
          <option value="newest">Newest First</option>
          <option value="oldest">Oldest First</option>
        </SelectField>
      </div>
    </div>
  );
}

const offeredAlways: readonly RequestStatus[] = ['all', 'pending', 'assigned', 'completed'];

/** Issues, Incomplete and Cancelled show only when there are such requests, or when the address asks for them. */
function isOffered(status: RequestStatus, filters: RequestFilters, counts: RequestCounts | undefined): boolean {
  if (offeredAlways.includes(status)) return true;
  return filters.status === status || (counts?.[status] ?? 0) > 0;
}
