import { isTodayOpen, lastBookableDay } from '../../contract/values/booking-dates.ts';
import { addDays, dateKeyOf, formatDateKey } from '../../contract/values/dates.ts';
import { clientSettings } from '../api/client-settings.ts';
import { curbAdvice, withoutWeekday } from '../pickups/pickup-words.ts';
import { RadioCard } from '../ui/fields/radio-card.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import type { useDateText } from './use-date-text.ts';

/** The day of the pickup: today, tomorrow, or any other day from the calendar. */
export function DateChoice({ date }: { date: ReturnType<typeof useDateText> }) {
  const { now, text: value, error, pick: onPick } = date;
  const today = dateKeyOf(now);
  const tomorrow = addDays(today, 1);
  const isOpen = isTodayOpen(now, clientSettings.sameDayCutoff);
  const quick = [
    { day: today, name: 'Today', type: 'Same-day', disabled: !isOpen },
    { day: tomorrow, name: 'Tomorrow', type: 'Next-day', disabled: false },
  ];
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Which day?</legend>
      <div className="grid grid-cols-2 gap-3">
        {quick.map(({ day, name, type, disabled }) => (
          <RadioCard
            key={day}
            group="day"
            value={day}
            disabled={disabled}
            checked={day === value}
            onChoose={() => onPick(day)}
            className="block px-3 py-2.5 leading-snug sm:px-4"
          >
            <span className="block font-semibold">
              {name}, {withoutWeekday(formatDateKey(day))}
            </span>
            <span className="block text-[0.9375rem] text-soft">{disabled ? 'Closed for today' : type}</span>
          </RadioCard>
        ))}
      </div>
      <TextField
        type="date"
        label="Pickup date"
        min={today}
        max={lastBookableDay(now)}
        value={value}
        onChange={(event) => onPick(event.target.value)}
        error={error}
        hint={curbAdvice(value, now) ?? curbAdvice(tomorrow, now)}
        className="mt-3"
        required
      />
    </fieldset>
  );
}
