import type { ChangeEvent, ComponentProps } from 'react';
import { regroup } from '../../../ui/fields/regroup.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';

interface TestCardFieldProps extends Omit<ComponentProps<typeof TextField>, 'type'> {
  /** Groups what is typed. */
  format: (text: string) => string;
}

/** A field of figures that groups itself while it is typed. */
export function TestCardField({ format, onChange, ...field }: TestCardFieldProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.target, format);
    onChange?.(event);
  };
  return (
    <TextField
      inputMode="numeric"
      // Nobody's real card belongs here: the browser must not offer one.
      autoComplete="off"
      {...field}
      inputClassName="tabular-nums"
      onChange={change}
    />
  );
}
