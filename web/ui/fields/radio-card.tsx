import type { ComponentProps, Ref } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';

type RadioInput = Pick<ComponentProps<'input'>, 'value' | 'disabled' | 'aria-label' | 'aria-describedby'>;

interface RadioCardProps extends RadioInput {
  group: string;
  checked: boolean;
  onChoose: () => void;
  /** `card` is tinted when checked. `button` is short, and filled when checked. */
  variant?: 'card' | 'button';
  /** Use `div` for content that a label can't contain, such as lists. It then needs an `aria-label`. */
  as?: 'label' | 'div';
  inputRef?: Ref<HTMLInputElement> | undefined;
  className?: string;
  children: Elements;
}

const variants = {
  card: 'rounded-card has-checked:bg-azure-wash has-checked:ring-1 has-checked:ring-azure',
  button: 'rounded-control has-checked:bg-azure has-checked:text-paper',
};

export function RadioCard({ group, checked, onChoose, inputRef, className, children, ...rest }: RadioCardProps) {
  const { variant = 'card', as: Frame = 'label', ...input } = rest;
  return (
    <Frame
      className={classNames(
        'group relative isolate cursor-pointer border border-control bg-paper transition-colors',
        'not-has-checked:hover:bg-step has-checked:border-azure',
        'has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:bg-step has-disabled:text-soft',
        variants[variant],
        className,
      )}
    >
      <input
        {...input}
        ref={inputRef}
        type="radio"
        name={group}
        checked={checked}
        onChange={onChoose}
        className={classNames(
          'absolute inset-0 z-10 cursor-[inherit] appearance-none',
          variant === 'card' ? 'rounded-card' : 'rounded-control',
        )}
      />
      {children}
    </Frame>
  );
}

export function RadioMark({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-5 shrink-0 place-items-center rounded-full border-2 border-control bg-paper group-has-checked:border-azure',
        className,
      )}
    >
      <span className="size-2.5 rounded-full bg-azure opacity-0 group-has-checked:opacity-100" />
    </span>
  );
}
