import type { ComponentProps, MouseEvent } from 'react';
import type { Elements } from '../elements.ts';
import { Spinner } from '../spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** A text, or elements beside each other. */
  children?: string | Elements;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** An icon before the label, replaced by the spinner while busy. */
  icon?: Elements;
  busy?: boolean;
  /** The label while busy. Defaults to the normal label. */
  busyLabel?: string;
}

/** A button. While busy it ignores clicks but keeps the focus, which `disabled` would lose. */
export function Button({ variant, size, icon, busy, busyLabel, type = 'button', children, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else rest.onClick?.(event);
  };
  const label = busy && busyLabel ? busyLabel : children;
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      className={buttonClass(variant, size, rest.className)}
    >
      {busy ? <Spinner /> : icon}
      {typeof label === 'string' ? <span>{label}</span> : label}
    </button>
  );
}
