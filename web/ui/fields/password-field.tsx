import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { controlClass, Field, type FieldTexts, useFieldAria } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & FieldTexts;

/** A password input with a button that shows and hides the password. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field id={id} label={label} hint={hint} error={error} className={className}>
      <div className="relative">
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          {...useFieldAria(id, hint, error)}
          className={controlClass(error, 'pr-12')}
        />
        <button
          type="button"
          onClick={() => setShown(!shown)}
          aria-label={shown ? 'Hide' : 'Show'}
          title={shown ? 'Hide' : 'Show'}
          aria-describedby={`${id}-label`}
          aria-controls={id}
          className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-control text-soft hover:text-ink"
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      </div>
    </Field>
  );
}
