import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, useFieldAria } from './field.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & FieldTexts & { labelHidden?: boolean };

/** A native select (phones show their own picker), with `<option>` children. */
export function SelectField({ label, hint, error, labelHidden, className, children, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error} labelHidden={labelHidden} className={className}>
      <div className="relative">
        <select
          {...select}
          id={id}
          {...useFieldAria(id, hint, error)}
          className={controlClass(error, 'appearance-none pr-11')}
        >
          {children}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2 text-soft"
          aria-hidden="true"
        />
      </div>
    </Field>
  );
}
