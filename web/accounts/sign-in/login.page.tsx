import { Check, Clock } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { LoginBody } from '../../../contract/accounts/forms.ts';
import { ApiError } from '../../api/api-error.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { endedSession } from '../../api/ended-session.ts';
import { goodbye } from '../../api/goodbye.ts';
import { lasting, unsentKey } from '../../api/storage.ts';
import { LoadRedirect } from '../../shell/guards/load-redirect.tsx';
import { useDialogSubject } from '../../ui/dialog/use-dialog-subject.ts';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { EntryForm, SubmitButton, useFailure } from './entry-form.tsx';
import { EntryLayout } from './entry-layout.tsx';
import { usernameInput } from './input-props.ts';
import { SecondStep } from './second-step.tsx';
import { type Credentials, signIn } from './sign-in.ts';
import { ownHome } from './start-session.ts';

export default function LoginPage() {
  const [home] = useState(ownHome);
  const [hasEnded] = useState(endedSession.isKnown);
  const [farewell] = useState(goodbye.read);
  if (home) return <LoadRedirect to={home} />;
  return (
    <EntryLayout title="Sign in" intro={lasting.get(unsentKey) ?? `Welcome back to ${clientSettings.brandName}.`}>
      {farewell !== null ? <Farewell text={farewell} /> : hasEnded && <SessionEnded />}
      <LoginForm />
    </EntryLayout>
  );
}

/** Says why the person must sign in again (ACC-81). */
function SessionEnded() {
  return (
    <p className="mb-6 flex items-start gap-2.5 rounded-control bg-maize-wash px-3.5 py-3 leading-snug">
      <Clock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span>Your session has ended. Please sign in again.</span>
    </p>
  );
}

/** Confirms the deletion to a customer who has just deleted the account (ACC-91). */
function Farewell({ text }: { text: string }) {
  return (
    <p className="mb-6 flex items-start gap-2.5 rounded-control bg-leaf-wash px-3.5 py-3 leading-snug">
      <Check className="mt-0.5 size-5 shrink-0 text-leaf" aria-hidden="true" />
      <span className="min-w-0">{`${text} Thank you for being our customer.`}</span>
    </p>
  );
}

type Errors = Partial<Record<string, string>>;
const fields = ['username', 'password'] as const;

/** The state of the form: its errors, its submission, and the second step of two-factor sign-in. */
function useLoginForm() {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const failure = useFailure();
  const second = useDialogSubject<Credentials>();

  const showErrors = (found: Errors) => {
    setErrors(found);
    const first = fields.find((name) => found[name]);
    if (first) (form.current?.elements.namedItem(first) as HTMLInputElement | null)?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const parsed = LoginBody.safeParse({
      username: data.get('username'),
      password: data.get('password'),
      rememberMe: data.has('rememberMe'),
    });
    if (!parsed.success) {
      return showErrors(
        Object.fromEntries(parsed.error.issues.map((issue) => [issue.path[0], issue.message]).reverse()),
      );
    }
    setErrors({});
    setBusy(true);
    try {
      goodbye.clear();
      await signIn(parsed.data);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'two_factor_required') {
        failure.clear();
        return second.show(parsed.data);
      }
      showFailure(error);
    }
  };

  const stop = () => {
    second.setOpen(false);
    setBusy(false);
  };
  const showFailure = (error: unknown) => {
    stop();
    failure.show(error, 'Please check your credentials and try again.', 'Login failed');
    if (error instanceof ApiError) showErrors(error.errors);
  };

  const clearError = (name: string) => {
    if (errors[name]) setErrors({ ...errors, [name]: undefined });
  };

  return { form, errors, busy, failure, second, submit, stop, showFailure, clearError };
}

/** Signs in by username or email. It uses no form library, so that this page loads fast. */
function LoginForm() {
  const { form, errors, busy, failure, second, submit, stop, showFailure, clearError } = useLoginForm();
  return (
    <>
      <EntryForm ref={form} failure={failure} onSubmit={submit}>
        <TextField
          label="Username or email"
          name="username"
          {...usernameInput}
          error={errors.username}
          onChange={() => clearError('username')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
          onChange={() => clearError('password')}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <CheckboxField label="Keep me signed in" name="rememberMe" />
          <a
            href="/forgot-password"
            className="inline-block py-2.5 font-semibold text-azure underline underline-offset-4"
          >
            Forgot password?
          </a>
        </div>
        <SubmitButton busy={busy} busyLabel="Signing in...">
          Sign In
        </SubmitButton>
        <p className="pt-1">
          <span>New here?</span>{' '}
          <a
            href="/register"
            className="inline-flex min-h-11 items-center font-semibold text-azure underline underline-offset-4"
          >
            Sign up
          </a>
        </p>
      </EntryForm>
      {second.subject && (
        <SecondStep
          key={second.opening}
          credentials={second.subject}
          open={second.open}
          onFailure={showFailure}
          onCancel={stop}
        />
      )}
    </>
  );
}
