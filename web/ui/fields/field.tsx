import { type ReactNode, useContext } from 'react';
import { classNames } from '../class-names.ts';
import type { Elements } from '../elements.ts';
import { Failure } from './form-failure.tsx';

/** The texts that every field shows around its control. */
export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  id: string;
  /** Shows the label to screen readers only. Use it if the context already shows what the field is for. */
  labelHidden?: boolean | undefined;
  className?: string | undefined;
  children: Elements;
}

/** The frame of every form control: a label above, a red error and a hint below. */
export function Field({ id, label, hint, error, labelHidden = false, className, children }: FieldProps) {
  return (
    <div className={className}>
      <label
        id={`${id}-label`}
        htmlFor={id}
        className={classNames('mb-1.5 block font-semibold', labelHidden && 'sr-only')}
      >
        {label}
      </label>
      {children}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-[0.9375rem] text-brick leading-snug">
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="mt-1.5 text-pretty text-[0.9375rem] text-soft leading-snug">
          {hint}
        </div>
      )}
    </div>
  );
}

/** Returns the ARIA attributes that link a control to its hint and error (shown by Field) and to the form's failure. */
export function useFieldAria(id: string, hint: ReactNode, error: string | undefined) {
  const failure = useContext(Failure);
  const describedBy = [failure?.id, error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': describedBy || undefined };
}

export function controlClass(error: string | undefined, extra?: string): string {
  return classNames(
    'block min-h-12 w-full rounded-control border bg-paper px-3.5 py-2 text-ink transition-colors',
    'disabled:cursor-not-allowed disabled:bg-step disabled:text-soft [&[readonly]]:bg-step',
    error ? 'border-2 border-brick' : 'border-control hover:border-soft',
    extra,
  );
}
