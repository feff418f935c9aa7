import { Check, Circle, X } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { passwordRules } from '../../../contract/values/account-fields.ts';
import { classNames } from '../../ui/class-names.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useCommonCheck } from './use-common-check.ts';

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

/**
 * The password rules, each checked off as soon as the password meets it. The last one is ours: whether the password is a
 * common one, which only the server can say (ACC-55).
 */
function PasswordChecklist({ password }: { password: string }) {
  const isCommon = useCommonCheck(password);
  return (
    <ul className="grid gap-x-4 gap-y-1 pt-0.5 sm:grid-cols-2">
      {passwordRules.map(({ label, holds }) => (
        <Rule key={label} label={label} state={holds(password) ? 'met' : 'open'} />
      ))}
      <Rule
        label={isCommon ? 'Too common or too easy to guess' : 'Not a common password'}
        state={isCommon === null ? 'open' : isCommon ? 'broken' : 'met'}
        isLive
      />
    </ul>
  );
}

const looks = { open: [Circle, ''], met: [Check, 'text-leaf'], broken: [X, 'text-brick'] } as const;

interface RuleProps {
  label: string;
  state: keyof typeof looks;
  /** Announces changes. They come after a pause, when the person may have left the field. */
  isLive?: true;
}

function Rule({ label, state, isLive }: RuleProps) {
  const [Icon, color] = looks[state];
  return (
    <li className={classNames('flex items-center gap-2 sm:[&:nth-last-child(-n+2)]:col-span-2', color)}>
      <Icon className="size-4 shrink-0" strokeWidth={state === 'open' ? 2 : 3} aria-hidden="true" />
      <span {...(isLive && { 'aria-live': 'polite', 'aria-atomic': true })}>
        <span>{label}</span>
        {state === 'met' && <span className="sr-only">, done</span>}
      </span>
    </li>
  );
}
