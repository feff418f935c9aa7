import type { ComponentProps } from 'react';
import { TextField } from './text-field.tsx';

interface DateFieldProps extends Omit<ComponentProps<typeof TextField>, 'type' | 'value'> {
  /** YYYY-MM-DD, or '' for none. */
  value: string;
}

/** A date input. `data-empty` lets the stylesheet hide the date that WebKit shows in an empty input. */
export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" data-empty={props.value === '' || undefined} />;
}
