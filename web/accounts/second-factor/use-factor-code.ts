import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { readTypedCode, type TypedCode } from './typed-code.ts';

/** The state of one code input: a code from the app, or a recovery code instead. */
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
    /** Switches between both kinds. */
    toggle: () => {
      setIsRecovery(!isRecovery);
      setText('');
      setError(undefined);
      input.current?.focus();
    },
    /** The code to send; null when it is incomplete, which the field then says. */
    read(): TypedCode | null {
      const typed = readTypedCode(text, isRecovery);
      if (typed) return typed;
      showError(isRecovery ? 'Enter a recovery code' : 'Enter the 6-digit code');
      return null;
    },
    /** Shows why the server refused. Returns false when the reason isn't the code. */
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
