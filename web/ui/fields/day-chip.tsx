import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

interface DayChipProps extends Omit<ComponentProps<'button'>, 'type' | 'aria-pressed'> {
  isChosen: boolean;
}

/** A button beside a date field that chooses a near day, such as tomorrow, in one press. */
export function DayChip({ isChosen, className, ...rest }: DayChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={classNames(
        'inline-flex min-h-11 items-center rounded-full border border-control bg-paper px-4 font-semibold transition-colors hover:bg-step aria-pressed:border-azure aria-pressed:bg-azure aria-pressed:text-paper',
        className,
      )}
      {...rest}
    />
  );
}
