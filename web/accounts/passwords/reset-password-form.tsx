import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ResetPasswordBody, resetPassword } from '../../../contract/accounts.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type Values = z.input<typeof ResetPasswordBody>;

interface ResetPasswordFormProps {
  token: string;
  onChanged: () => void;
  /** Called when the server rejects the token. */
  onRefused: () => void;
}

/** Sets a new password after following the emailed link. */
export function ResetPasswordForm({ token, onChanged, onRefused }: ResetPasswordFormProps) {
  const form = useForm<Values, unknown, z.output<typeof ResetPasswordBody>>({
    resolver: zodResolver(ResetPasswordBody),
    defaultValues: { token, password: '', confirmPassword: '' },
    mode: 'onSubmit',
  });
  const { register, handleSubmit, setError, trigger, getFieldState, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const password = useWatch({ control, name: 'password' });

  const save = handleSubmit(async (body) => {
    try {
      await call(resetPassword, { body });
      onChanged();
    } catch (error) {
      const refused = error instanceof ApiError ? error : undefined;
      if (refused?.code === 'invalid_reset_token' || refused?.errors.token) return onRefused();
      toast({
        title: 'Password not changed',
        description: messageOf(error, 'Please try again.'),
        variant: 'destructive',
      });
      for (const [name, message] of Object.entries(refused?.errors ?? {})) {
        setError(name as FieldPath<Values>, { type: 'server', message });
      }
    }
  });

  return (
    <form noValidate onSubmit={save} onFocus={preloadToaster} className="space-y-5">
      <PasswordField
        label="New password"
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
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword')}
      />
      <Button type="submit" busy={isSubmitting} busyLabel="Saving..." className="w-full">
        Save new password
      </Button>
    </form>
  );
}
