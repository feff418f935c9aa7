import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ResetPasswordBody } from '../../../contract/accounts/forms.ts';
import { resetPassword } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { EntryForm, SubmitButton, useFailure } from '../sign-in/entry-form.tsx';
import { EntryLayout, SignInLink } from '../sign-in/entry-layout.tsx';
import { useEmailedToken } from './emailed-token.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { placeErrors } from './place-errors.ts';

type State = 'form' | 'no token' | 'refused' | 'changed';

const words: Record<State, { title: string; intro: string }> = {
  form: { title: 'Set a new password', intro: "You'll be signed out everywhere and can sign in with the new one." },
  'no token': {
    title: 'Set a new password',
    intro: 'To get here, open the link in our email. Your link may be incomplete.',
  },
  refused: {
    title: 'This link no longer works',
    intro: 'It was already used, has expired, or was replaced by a newer one.',
  },
  changed: { title: 'Password changed', intro: 'You are signed out everywhere. Sign in with your new password.' },
};

/** The page that a password reset link opens. */
export default function ResetPasswordPage() {
  const token = useEmailedToken();
  const [state, setState] = useState<State>(token ? 'form' : 'no token');
  return (
    <EntryLayout {...words[state]}>
      {state === 'form' && token && (
        <ResetPasswordForm token={token} onChanged={() => setState('changed')} onRefused={() => setState('refused')} />
      )}
      {state === 'changed' && (
        // The reset has ended any session stored in this browser.
        <a href="/login" onClick={() => void session.clear()} className={buttonClass('primary', 'md', 'w-full')}>
          Sign in
        </a>
      )}
      {(state === 'refused' || state === 'no token') && (
        <a href="/forgot-password" className={buttonClass('primary', 'md', 'w-full')}>
          Get a new link
        </a>
      )}
      {state !== 'changed' && <SignInLink />}
    </EntryLayout>
  );
}

type Values = z.input<typeof ResetPasswordBody>;

interface ResetPasswordFormProps {
  token: string;
  onChanged: () => void;
  /** Called when the server rejects the token. */
  onRefused: () => void;
}

function ResetPasswordForm({ token, onChanged, onRefused }: ResetPasswordFormProps) {
  const form = useForm<Values, unknown, z.output<typeof ResetPasswordBody>>({
    resolver: zodResolver(ResetPasswordBody),
    defaultValues: { token, password: '', confirmPassword: '' },
    mode: 'onSubmit',
  });
  const { handleSubmit, setError, formState } = form;
  const failure = useFailure();

  const save = handleSubmit(async (body) => {
    try {
      await call(resetPassword, { body });
      onChanged();
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      if (refused?.code === 'invalid_reset_token' || refused?.errors.token) return onRefused();
      failure.show(error, 'Please try again.', 'Password not changed');
      placeErrors(error, setError, ['password', 'confirmPassword']);
    }
  });

  return (
    <FormProvider {...form}>
      <EntryForm failure={failure} onSubmit={save}>
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" />
        <SubmitButton busy={formState.isSubmitting} busyLabel="Saving...">
          Save new password
        </SubmitButton>
      </EntryForm>
    </FormProvider>
  );
}
