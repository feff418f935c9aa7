import { type FormEvent, useRef, useState } from 'react';
import { ForgotPasswordBody, forgotPassword } from '../../../contract/accounts.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';

interface ForgotPasswordFormProps {
  /** What the field starts with. */
  email: string;
  onSent: (email: string) => void;
}

/** Asks for a link to be mailed. The answer is the same for every address. */
export function ForgotPasswordForm({ email, onSent }: ForgotPasswordFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const refuse = (message: string | undefined) => {
    setError(message);
    if (message) field.current?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const parsed = ForgotPasswordBody.safeParse({ email: field.current?.value });
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message);
    setError(undefined);
    setBusy(true);
    try {
      await call(forgotPassword, { body: parsed.data });
      onSent(parsed.data.email);
    } catch (failure) {
      setBusy(false);
      toast({
        title: 'Link not sent',
        description: messageOf(failure, 'Please try again.'),
        variant: 'destructive',
      });
      if (failure instanceof ApiError) refuse(failure.errors.email);
    }
  };

  return (
    <form noValidate onSubmit={submit} onFocus={preloadToaster} className="space-y-5">
      <TextField
        ref={field}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={email}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" busy={busy} busyLabel="Sending..." className="w-full">
        Send the link
      </Button>
    </form>
  );
}
