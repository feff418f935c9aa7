import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { controlClass, Field, type FieldTexts, fieldAria } from './field.tsx';

type SelectFieldProps = ComponentProps<'select'> & FieldTexts;

/** A native select (phones show their own picker), with `<option>` children. */
export function SelectField({ label, hint, error, labelHidden, className, id, children, ...select }: SelectFieldProps) {
  const ownId = useId();
  const fieldId = id ?? ownId;
  return (
    <Field id={fieldId} label={label} hint={hint} error={error} labelHidden={labelHidden} className={className}>
      <div className="relative">
        <select
          {...select}
          id={fieldId}
          {...fieldAria(fieldId, hint, error)}
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
