import { type ChangeEvent, useState } from 'react';

/**
 * Returns the props of a date input that acts while the date is typed. Browsers report each digit: typing the year 2026
 * gives 0002, 0020 and 0202 first. The input shows these, but `onChange` gets only complete dates, or '' for none.
 */
export function useTypedDate(date: string, onChange: (date: string) => void) {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? date,
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) => {
      const isPartial = hasPartialYear(value);
      setTyped(isPartial ? value : undefined);
      if (!isPartial) onChange(value);
    },
    onBlur: () => setTyped(undefined),
  };
}

export function hasPartialYear(date: string): boolean {
  return date !== '' && date < '2000';
}
