import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, useFieldAria } from './field.tsx';

type TextareaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & FieldTexts;

export function TextareaField({ label, hint, error, className, rows = 3, ...textarea }: TextareaFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <textarea
        {...textarea}
        id={id}
        rows={rows}
        {...useFieldAria(id, hint, error)}
        className={controlClass(error, 'resize-y py-2.5')}
      />
    </Field>
  );
}
