import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type FieldPath, FormProvider, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { RegisterBody } from '../../../contract/accounts/forms.ts';
import { register as registerAccount } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { requireStorage } from '../../api/storage.ts';
import { LoadRedirect } from '../../shell/guards/load-redirect.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { PhoneField } from '../phone-field.tsx';
import { EntryForm, SubmitButton, useFailure } from '../sign-in/entry-form.tsx';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { emailInput, usernameInput } from '../sign-in/input-props.ts';
import { ownHome, startSession } from '../sign-in/start-session.ts';

export default function RegisterPage() {
  const [home] = useState(ownHome);
  if (home) return <LoadRedirect to={home} />;
  return (
    <EntryLayout title="Create your account" intro="Then book a pickup, or choose a monthly plan.">
      <RegisterForm />
    </EntryLayout>
  );
}

type Values = z.input<typeof RegisterBody>;

const empty: Values = {
  ...{ username: '', email: '', firstName: '', lastName: '', phone: '', address: '' },
  ...{ password: '', confirmPassword: '' },
};

const isField = (name: string): name is FieldPath<Values> => Object.hasOwn(empty, name);

/** Creates a customer account. Server errors show at their fields, and the input is kept. */
function RegisterForm() {
  const form = useForm<Values, unknown, z.output<typeof RegisterBody>>({
    resolver: zodResolver(RegisterBody),
    defaultValues: empty,
    // Not on blur: an error that appears while the button is pressed would move the button.
    mode: 'onSubmit',
  });
  const { register, handleSubmit, setError, formState } = form;
  const failure = useFailure();
  const field = (name: keyof Values) => ({ error: formState.errors[name]?.message, ...register(name) });

  const create = handleSubmit(async (body) => {
    try {
      requireStorage();
      await startSession(await call(registerAccount, { body }), {
        title: 'Registration successful',
        description: `Welcome to ${clientSettings.brandName} Trash Removal! You can now book pickup services.`,
      });
    } catch (error) {
      failure.show(error, 'Please check your information and try again.', 'Registration failed');
      const refused = error instanceof ApiError ? Object.entries(error.errors) : [];
      for (const [index, [name, message]] of refused.filter(([name]) => isField(name)).entries()) {
        setError(name as FieldPath<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
      }
    }
  });

  return (
    <FormProvider {...form}>
      <EntryForm failure={failure} onSubmit={create}>
        <TextField label="Username" {...usernameInput} {...field('username')} />
        <TextField label="Email" {...emailInput} {...field('email')} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <PhoneField label="Phone number" {...field('phone')} />
        <TextField
          label="Service address"
          autoComplete="street-address"
          hint="Street, city and ZIP code where we pick up."
          {...field('address')}
        />
        <NewPasswordFields label="Password" confirmLabel="Confirm password" />
        <SubmitButton busy={formState.isSubmitting} busyLabel="Creating account...">
          Create Account
        </SubmitButton>
        <p className="pt-1">
          Already have an account?{' '}
          <a href="/login" className="inline-block py-2 font-semibold text-azure underline underline-offset-4">
            Sign in
          </a>
        </p>
      </EntryForm>
    </FormProvider>
  );
}
