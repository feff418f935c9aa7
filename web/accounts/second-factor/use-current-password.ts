import { type ChangeEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';

/** The state of the field for the current password. `field` has the props of `PasswordField`. */
export function useCurrentPassword() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return {
    field: {
      label: 'Current password',
      name: 'currentPassword',
      autoComplete: 'current-password',
      value,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValue(target.value);
        setError(undefined);
      },
    },
    /** Returns the password to send, or null if it is missing; the field then shows an error. */
    read(): string | null {
      if (value !== '') return value;
      setError('Current password is required');
      return null;
    },
    /** Shows why the server refused the password. Returns false when the reason isn't the password. */
    refuse(cause: unknown): boolean {
      const reason = cause instanceof ApiError && cause.errors.currentPassword;
      if (!reason) return false;
      setError(reason);
      return true;
    },
    /** Shows any failure at the field. */
    fail(cause: unknown): void {
      if (!this.refuse(cause)) setError(messageOf(cause, "We couldn't check your password. Please try again."));
    },
  };
}
