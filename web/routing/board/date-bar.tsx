import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addDays, type DateKey, isDateKey } from '../../../contract/values/dates.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { useTypedDate } from '../../ui/fields/use-typed-date.ts';
import { IconButton } from '../../ui/icon-button.tsx';

interface DateBarProps {
  /** Undefined until the board is loaded. */
  date: DateKey | undefined;
  today: DateKey;
  onChange: (date: DateKey) => void;
}

/** Chooses the board's date: the days before and after, today, tomorrow, or any other. */
export function DateBar({ date, today, onChange }: DateBarProps) {
  const shown = date ?? today;
  const typed = useTypedDate(shown, (day) => isDateKey(day) && onChange(day));
  const near = [
    { label: 'Today', day: today },
    { label: 'Tomorrow', day: addDays(today, 1) },
  ];
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-2">
      <legend className="sr-only">Date of the board</legend>
      <IconButton label="Previous day" onClick={() => onChange(addDays(shown, -1))}>
        <ChevronLeft className="size-5" aria-hidden="true" />
      </IconButton>
      <DateField
        label="Date"
        labelHidden
        required
        {...typed}
        className="max-w-full"
        inputClassName="w-40! max-w-full min-h-11! px-3!"
      />
      <IconButton label="Next day" onClick={() => onChange(addDays(shown, 1))}>
        <ChevronRight className="size-5" aria-hidden="true" />
      </IconButton>
      {near.map(({ label, day }) => (
        <button
          key={label}
          type="button"
          aria-pressed={shown === day}
          aria-label={`Show ${label}`}
          onClick={() => onChange(day)}
          className="ml-1 inline-flex min-h-11 items-center rounded-full border border-control bg-paper px-4 font-semibold transition-colors hover:bg-step aria-pressed:border-azure aria-pressed:bg-azure aria-pressed:text-paper"
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
