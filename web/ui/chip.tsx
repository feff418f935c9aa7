import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A filter button in a row of filters. */
export function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full border px-4 font-semibold transition-colors',
        pressed ? 'border-azure bg-azure text-paper' : 'border-control bg-paper text-ink hover:bg-step',
      )}
    >
      {children}
    </button>
  );
}
