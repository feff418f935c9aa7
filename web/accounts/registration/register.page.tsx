import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, useRef, useState } from 'react';
import { FormProvider, type UseFormRegisterReturn, useForm, useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { RegisterBody } from '../../../contract/accounts/forms.ts';
import { register as registerAccount } from '../../../contract/accounts.ts';
import { call } from '../../api/call.ts';
import { clientSettings } from '../../api/client-settings.ts';
import { requireStorage } from '../../api/storage.ts';
import { ServedAddressField } from '../../service-areas/served-address-field.tsx';
import { LoadRedirect } from '../../shell/guards/load-redirect.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { placeErrors } from '../passwords/place-errors.ts';
import { PhoneField } from '../phone-field.tsx';
import { EntryForm, SubmitButton, useFailure } from '../sign-in/entry-form.tsx';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { emailInput, usernameInput } from '../sign-in/input-props.ts';
import { ownHome, startSession } from '../sign-in/start-session.ts';
import { checkedZip } from './checked-zip.ts';
import { suggestUsername } from './suggest-username.ts';

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

/** In the order of the form: who you are, how we reach you, where we pick up, and how you sign in (ACC-100). */
const fields = [
  ...(['firstName', 'lastName', 'email', 'phone', 'address'] as const),
  ...(['username', 'password', 'confirmPassword'] as const),
];
const empty = Object.fromEntries(fields.map((name) => [name, ''])) as Values;

/** Creates a customer account. Server errors show at their fields, and the input is kept. */
function RegisterForm() {
  const form = useForm<Values, unknown, z.output<typeof RegisterBody>>({
    resolver: zodResolver(RegisterBody),
    defaultValues: empty,
    // Not 'onBlur': an error that appears while the button is pressed would move the button.
    mode: 'onSubmit',
  });
  const { register, handleSubmit, setError, formState, getValues, setValue } = form;
  const { errors, isSubmitting, isSubmitted } = formState;
  const failure = useFailure();
  const suggested = useRef('');
  const field = (name: keyof Values) => ({ error: errors[name]?.message, ...register(name) });

  /** Fills in a username until the person types one. */
  const suggest = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const present = getValues('username');
    if (present !== '' && present !== suggested.current) return;
    suggested.current = suggestUsername(target.value);
    setValue('username', suggested.current, { shouldValidate: isSubmitted });
  };

  const create = handleSubmit(async (body) => {
    try {
      requireStorage();
      await startSession(await call(registerAccount, { body }), {
        title: 'Registration successful',
        description: `Welcome to ${clientSettings.brandName} Trash Removal! You can now book pickup services.`,
      });
    } catch (error) {
      failure.show(error, 'Please check your information and try again.', 'Registration failed');
      placeErrors(error, setError, fields);
    }
  });

  return (
    <FormProvider {...form}>
      <EntryForm failure={failure} onSubmit={create}>
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <TextField label="First name" autoComplete="given-name" autoCapitalize="words" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" autoCapitalize="words" {...field('lastName')} />
        </div>
        <TextField
          label="Email"
          {...emailInput}
          error={errors.email?.message}
          {...register('email', { onChange: suggest })}
        />
        <PhoneField label="Phone number" {...field('phone')} />
        <ServiceAddress {...register('address')} />
        <TextField
          label="Username"
          hint="Use it to sign in. It's also how we greet you."
          {...usernameInput}
          {...field('username')}
        />
        <NewPasswordFields label="Password" confirmLabel="Confirm password" />
        <SubmitButton busy={isSubmitting} busyLabel="Creating account...">
          Create Account
        </SubmitButton>
        <LegalNote />
        <p className="pt-1">
          <span>Already have an account?</span>{' '}
          <a href="/login" className="inline-block py-2 font-semibold text-azure underline underline-offset-4">
            Sign in
          </a>
        </p>
      </EntryForm>
    </FormProvider>
  );
}

/** The links open in new tabs, so that nothing typed is lost. */
function LegalNote() {
  const link = 'text-azure underline underline-offset-4';
  return (
    <p className="text-[0.9375rem] text-soft">
      <span>See our</span>{' '}
      <a href="/terms" target="_blank" rel="noopener" className={link}>
        Terms
      </a>{' '}
      <span>for how the service works and our</span>{' '}
      <a href="/privacy" target="_blank" rel="noopener" className={link}>
        Privacy
      </a>{' '}
      <span>page for what we store.</span>
    </p>
  );
}

function ServiceAddress({ ref, name, onBlur }: UseFormRegisterReturn<'address'>) {
  const { control, setValue, formState } = useFormContext<Values>();
  const { errors, isSubmitted } = formState;
  const address = useWatch({ control, name: 'address' });
  const [checked] = useState(() => checkedZip(location.search));
  return (
    <ServedAddressField
      {...{ name, onBlur, inputRef: ref }}
      label="Service address"
      hint="Street, city and ZIP code where we pick up."
      value={address}
      error={errors.address?.message}
      onChange={(text) => setValue('address', text, { shouldValidate: isSubmitted })}
      checkedZip={checked}
      otherwise="You can still create an account, and ask for an email when we do."
    />
  );
}
