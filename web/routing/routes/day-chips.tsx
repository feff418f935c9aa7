import type { DateKey } from '../../../contract/values/dates.ts';
import { Chip } from '../../ui/chip.tsx';
import { routeDayText } from '../route-words.ts';
import type { RouteDay, RouteDayKey } from './route-days.ts';

interface DayChipsProps {
  days: readonly RouteDay[];
  shown: RouteDayKey;
  today: DateKey;
  onShow: (day: RouteDayKey) => void;
}

/** The days that have something to drive. */
export function DayChips({ days, shown, today, onShow }: DayChipsProps) {
  return (
    <fieldset className="-mx-gutter mb-4 flex min-w-0 gap-2 overflow-x-auto px-gutter py-1 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">Day</legend>
      {days.map(({ key, stops }) => (
        <Chip key={key} pressed={key === shown} onPress={() => onShow(key)}>
          {key === 'overdue' ? 'Overdue' : routeDayText(key, today)}
          {stops && <span className={key === shown ? 'tabular-nums' : 'text-soft tabular-nums'}>{stops.length}</span>}
        </Chip>
      ))}
    </fieldset>
  );
}
