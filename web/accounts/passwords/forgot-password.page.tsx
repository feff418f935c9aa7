import { type FormEvent, useRef, useState } from 'react';
import { ForgotPasswordBody } from '../../../contract/accounts/forms.ts';
import { forgotPassword } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EntryForm, SubmitButton, useFailure } from '../sign-in/entry-form.tsx';
import { EntryLayout, SignInLink } from '../sign-in/entry-layout.tsx';
import { emailInput } from '../sign-in/input-props.ts';

/** Requests a password reset link. The page never reveals whether an address has an account. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const sent = (address: string) => {
    setEmail(address);
    setIsSent(true);
  };
  return (
    <EntryLayout
      title={isSent ? 'Check your email' : 'Forgot your password?'}
      intro={
        isSent
          ? `If ${email} has an account, we've emailed a link to set a new password.`
          : "Enter your email address and we'll email you a link to set a new one."
      }
    >
      {isSent ? (
        <div className="space-y-5">
          <p>
            {`The link works once and expires in an hour. No email after a few minutes? Check your spam folder or call ${clientSettings.supportPhone}.`}
          </p>
          <Button variant="outline" className="w-full" onClick={() => setIsSent(false)}>
            Use a different email
          </Button>
        </div>
      ) : (
        <ForgotPasswordForm email={email} onSent={sent} />
      )}
      <SignInLink />
    </EntryLayout>
  );
}

function ForgotPasswordForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const unsent = useFailure();

  const showError = (message: string | undefined) => {
    setError(message);
    if (message) field.current?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = ForgotPasswordBody.safeParse({ email: field.current?.value });
    if (!parsed.success) return showError(parsed.error.issues[0]?.message);
    setError(undefined);
    setBusy(true);
    try {
      await call(forgotPassword, { body: parsed.data });
      onSent(parsed.data.email);
    } catch (failure) {
      setBusy(false);
      unsent.show(failure, 'Please try again.', 'Link not sent');
      if (failure instanceof ApiError) showError(failure.errors.email);
    }
  };

  return (
    <EntryForm failure={unsent} onSubmit={submit}>
      <TextField
        ref={field}
        label="Email"
        name="email"
        {...emailInput}
        defaultValue={email}
        error={error}
        onChange={() => setError(undefined)}
      />
      <SubmitButton busy={busy} busyLabel="Sending...">
        Send the link
      </SubmitButton>
    </EntryForm>
  );
}
