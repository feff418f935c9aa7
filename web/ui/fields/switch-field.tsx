import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

interface SwitchFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onToggle: (checked: boolean) => void;
  /** True if the switch has no effect yet. It then has no color when it is on. */
  isPreview?: boolean;
  className?: string;
}

/** An on/off switch at the end of its row. The whole row is clickable. */
export function SwitchField({ label, hint, checked, onToggle, isPreview, className }: SwitchFieldProps) {
  const id = useId();
  return (
    <div
      className={classNames('flex min-h-12 items-center justify-between gap-4 tiny:flex-wrap tiny:gap-y-0', className)}
    >
      <label htmlFor={id} className="min-w-0 grow cursor-pointer break-words py-2">
        <span className="block font-semibold">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-[0.9375rem] text-soft leading-snug">
            {hint}
          </span>
        )}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => onToggle(!checked)}
        className="ml-auto grid h-11 w-14 shrink-0 place-items-center rounded-full"
      >
        <span
          aria-hidden="true"
          className={classNames(
            'flex h-7 w-12 items-center rounded-full p-1 transition-colors after:size-5 after:rounded-full after:bg-paper after:transition-transform',
            checked && 'after:translate-x-5',
            checked ? (isPreview ? 'bg-soft' : 'bg-leaf') : 'bg-control',
          )}
        />
      </button>
    </div>
  );
}
