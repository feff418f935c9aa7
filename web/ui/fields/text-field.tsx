import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, fieldAria } from './field.tsx';

interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {
  /** Extra classes of the input; `className` applies to the whole field. */
  inputClassName?: string;
}

/** A one-line input. Works with react-hook-form: `<TextField label="Email" {...register('email')} />`. */
export function TextField({
  label,
  hint,
  error,
  labelHidden,
  className,
  inputClassName,
  id,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} labelHidden={labelHidden} className={className}>
      <input
        type="text"
        {...input}
        id={fieldId}
        {...fieldAria(fieldId, hint, error)}
        className={controlClass(error, inputClassName)}
      />
    </Field>
  );
}
