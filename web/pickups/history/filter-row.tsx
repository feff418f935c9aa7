import { Chip } from '../../ui/chip.tsx';
import { type HistoryFilter, historyFilters } from './filters.ts';

interface HistoryFilterRowProps {
  current: HistoryFilter;
  onChoose: (filter: HistoryFilter) => void;
}

/** Which pickups are listed. */
export function HistoryFilterRow({ current, onChoose }: HistoryFilterRowProps) {
  return (
    <fieldset aria-label="Filter pickups" className="flex min-w-0 flex-wrap gap-2">
      {historyFilters.map((filter) => (
        <Chip key={filter.id} pressed={filter === current} onPress={() => onChoose(filter)}>
          {filter.label}
        </Chip>
      ))}
    </fieldset>
  );
}
