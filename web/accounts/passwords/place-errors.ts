import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../../api/api-error.ts';

/** Shows the server's errors at their fields and focuses the first one. `fields` are in the order of the screen. */
export function placeErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
): void {
  const errors = error instanceof ApiError ? error.errors : {};
  const wrong = fields.filter((name) => errors[name]);
  for (const [index, name] of wrong.entries()) {
    setError(name, { type: 'server', message: errors[name] ?? '' }, { shouldFocus: index === 0 });
  }
}
