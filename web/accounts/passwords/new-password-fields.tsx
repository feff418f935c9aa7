import { Check, Circle } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { passwordRules } from '../../../contract/values/account-fields.ts';
import { classNames } from '../../ui/class-names.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';

interface Passwords {
  password: string;
  confirmPassword: string;
}

/**
 * The fields for the new password, with its rules, and for its confirmation. The form around them must have both
 * (`FormProvider`).
 */
export function NewPasswordFields({ label, confirmLabel }: { label: string; confirmLabel: string }) {
  const { register, trigger, getFieldState, control, formState } = useFormContext<Passwords>();
  const { errors } = formState;
  const password = useWatch({ control, name: 'password' });
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={<PasswordChecklist password={password} />}
        error={errors.password?.message}
        {...register('password', {
          onChange: () => {
            if (getFieldState('confirmPassword').isTouched) void trigger('confirmPassword');
          },
        })}
      />
      <PasswordField
        label={confirmLabel}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
    </>
  );
}

/** The password rules, each checked off as soon as the password meets it. */
function PasswordChecklist({ password }: { password: string }) {
  return (
    <ul className="grid gap-x-4 gap-y-1 pt-0.5 sm:grid-cols-2">
      {passwordRules.map(({ label, holds }) => {
        const isMet = holds(password);
        const Icon = isMet ? Check : Circle;
        return (
          <li key={label} className={classNames('flex items-center gap-2 sm:last:col-span-2', isMet && 'text-leaf')}>
            <Icon className="size-4 shrink-0" strokeWidth={isMet ? 3 : 2} aria-hidden="true" />
            <span>
              <span>{label}</span>
              {isMet && <span className="sr-only">, done</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
