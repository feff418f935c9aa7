import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string;
  children: ReactNode;
}

/** A square button with only an icon, 44 px wide: the minimum size of a touch target. */
export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:bg-step disabled:cursor-not-allowed disabled:text-control',
        className,
      )}
    >
      {children}
    </button>
  );
}
