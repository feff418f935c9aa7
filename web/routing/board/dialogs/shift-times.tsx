import { TextField } from '../../../ui/fields/text-field.tsx';

/** Two New York wall times (HH:MM), as typed. */
export interface TypedShift {
  readonly start: string;
  readonly end: string;
}

interface ShiftTimesProps extends TypedShift {
  error: string | undefined;
  onChange: (part: Partial<TypedShift>) => void;
}

/** The fields for the start and the end of a driver's shift. */
export function ShiftTimes({ start, end, error, onChange }: ShiftTimesProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label="Starts"
        type="time"
        value={start}
        onChange={({ target }) => onChange({ start: target.value })}
      />
      <TextField
        label="Ends"
        type="time"
        value={end}
        error={error}
        onChange={({ target }) => onChange({ end: target.value })}
      />
    </div>
  );
}

/** Returns the error message for a shift; undefined if it is valid. */
export function whyWrongShift({ start, end }: TypedShift): string | undefined {
  if (!start || !end) return 'Please enter both times';
  return end <= start ? 'The shift must end after it starts' : undefined;
}
