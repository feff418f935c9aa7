import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** ARIA attributes that link a control to the hint and error that Field shows below it. */
export function fieldAria(id: string, hint: ReactNode, error: string | undefined) {
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': describedBy || undefined,
  };
}

/** Classes of an input, a select or a text area. */
export function controlClass(error: string | undefined, extra?: string): string {
  return classNames(
    'block min-h-12 w-full rounded-control border bg-paper px-3.5 py-2 text-ink transition-colors',
    'disabled:cursor-not-allowed disabled:bg-step disabled:text-soft [&[readonly]]:bg-step',
    error ? 'border-2 border-brick' : 'border-control hover:border-soft',
    extra,
  );
}
