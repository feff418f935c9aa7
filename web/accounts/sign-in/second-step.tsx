import { ApiError } from '../../api/api-error.ts';
import { LateCodeDialog } from '../second-factor/late-code-dialog.tsx';
import type { TypedCode } from '../second-factor/typed-code.ts';
import { type Credentials, signIn } from './sign-in.ts';

interface SecondStepProps {
  /** The credentials whose password the server accepted. */
  credentials: Credentials;
  open: boolean;
  onFailure: (error: unknown) => void;
  onCancel: () => void;
}

/** The second step of a sign-in, for accounts with two-factor sign-in: a code, sent with the same credentials. */
export function SecondStep({ credentials, open, onFailure, onCancel }: SecondStepProps) {
  const send = async (code: TypedCode) => {
    try {
      await signIn({ ...credentials, ...code });
    } catch (error) {
      // The dialog shows a wrong code. Anything else, such as a locked account, goes back to the form.
      if (error instanceof ApiError && error.code === 'invalid_two_factor_code') throw error;
      onFailure(error);
    }
  };
  return (
    <LateCodeDialog
      open={open}
      title="Two-factor sign-in"
      description="One more step: enter a code."
      confirmLabel="Sign In"
      busyLabel="Signing in..."
      onCode={send}
      onCancel={onCancel}
    />
  );
}
