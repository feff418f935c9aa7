import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { readTypedCode, type TypedCode } from './typed-code.ts';

/** The state of an input for a code from the app or, instead, a recovery code. */
export function useFactorCode() {
  const [isRecovery, setIsRecovery] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const showError = (message: string) => {
    setError(message);
    input.current?.focus();
  };
  return {
    input,
    field: { isRecovery, text, error },
    type: (typed: string) => {
      setText(typed);
      setError(undefined);
    },
    /** Switches between a code from the app and a recovery code. */
    toggle: () => {
      setIsRecovery(!isRecovery);
      setText('');
      setError(undefined);
      input.current?.focus();
    },
    /** Returns the code to send, or null if it is incomplete; the field then shows an error. */
    read(): TypedCode | null {
      const typed = readTypedCode(text, isRecovery);
      if (typed) return typed;
      showError(isRecovery ? 'Enter a recovery code' : 'Enter the 6-digit code');
      return null;
    },
    /** Shows why the server refused the code. Returns false when the reason isn't the code. */
    refuse(cause: unknown): boolean {
      if (!(cause instanceof ApiError)) return false;
      const reason = cause.errors.twoFactorCode ?? cause.errors.recoveryCode;
      if (!reason) return false;
      setText('');
      showError(reason);
      return true;
    },
    /** Shows any failure at the field. */
    fail(cause: unknown): void {
      if (!this.refuse(cause)) showError(messageOf(cause, "We couldn't check the code. Please try again."));
    },
  };
}

export type FactorCode = ReturnType<typeof useFactorCode>;
