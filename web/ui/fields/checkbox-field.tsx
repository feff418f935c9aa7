import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

/** A checkbox with its label. The whole row is clickable. */
export function CheckboxField({ label, className, ...input }: CheckboxFieldProps) {
  return (
    <label className={classNames('flex min-h-11 cursor-pointer items-center gap-3', className)}>
      <input {...input} type="checkbox" className="size-5 shrink-0 cursor-pointer accent-azure" />
      <span>{label}</span>
    </label>
  );
}
