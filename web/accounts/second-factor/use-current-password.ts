import { type ChangeEvent, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';

/** The state of the field for the current password; `field` is for `PasswordField`. */
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
    /** The password to send; null when it is missing, which the field then says. */
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
