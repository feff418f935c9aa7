import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, fieldAria } from './field.tsx';

type TextareaFieldProps = ComponentProps<'textarea'> & FieldTexts;

export function TextareaField({ label, hint, error, className, id, rows = 3, ...textarea }: TextareaFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} className={className}>
      <textarea
        {...textarea}
        id={fieldId}
        rows={rows}
        {...fieldAria(fieldId, hint, error)}
        className={controlClass(error, 'resize-y py-2.5')}
      />
    </Field>
  );
}
