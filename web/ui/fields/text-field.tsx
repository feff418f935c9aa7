import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, useFieldAria } from './field.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, FieldTexts {
  /** Extra classes for the input. `className` applies to the whole field. */
  inputClassName?: string;
  labelHidden?: boolean;
  'data-empty'?: boolean | undefined;
}

/** A one-line input. Works with react-hook-form: `<TextField label="Email" {...register('email')} />`. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, labelHidden, className, inputClassName, ...input } = props;
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} className={className}>
      <input
        type="text"
        {...input}
        id={id}
        {...useFieldAria(id, hint, error)}
        className={controlClass(error, inputClassName)}
      />
    </Field>
  );
}
