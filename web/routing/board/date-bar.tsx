import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays, type DateKey, isDateKey } from '../../../contract/values/time/dates.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import type { Elements } from '../../ui/elements.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { DayChip } from '../../ui/fields/day-chip.tsx';
import { useTypedDate } from '../../ui/fields/use-typed-date.ts';

interface DateBarProps {
  /** Undefined until the board is loaded. */
  date: DateKey | undefined;
  today: DateKey;
  onChange: (date: DateKey) => void;
  /** The other controls for the day. */
  children: Elements;
}

/** The control for the board's date: previous and next day, today, tomorrow, or any other date. */
export function DateBar({ date, today, onChange, children }: DateBarProps) {
  const shown = date ?? today;
  const typed = useTypedDate(shown, (day) => isDateKey(day) && onChange(day));
  const near = [
    { label: 'Today', day: today },
    { label: 'Tomorrow', day: addDays(today, 1) },
  ];
  return (
    <fieldset className="flex w-full min-w-0 flex-wrap items-center gap-2 sm:w-auto">
      <legend className="sr-only">Date of the board</legend>
      <div className="flex w-full min-w-0 items-center gap-1 sm:w-auto">
        <IconButton label="Previous day" onClick={() => onChange(addDays(shown, -1))}>
          <ChevronLeft className="size-5" aria-hidden="true" />
        </IconButton>
        <DateField
          label="Date"
          labelHidden
          required
          {...typed}
          className="min-w-0 grow sm:grow-0"
          inputClassName="min-h-11! px-3! sm:w-40!"
        />
        <IconButton label="Next day" onClick={() => onChange(addDays(shown, 1))}>
          <ChevronRight className="size-5" aria-hidden="true" />
        </IconButton>
      </div>
      {near.map(({ label, day }) => (
        <DayChip key={label} isChosen={shown === day} aria-label={`Show ${label}`} onClick={() => onChange(day)}>
          {label}
        </DayChip>
      ))}
      {children}
    </fieldset>
  );
}
