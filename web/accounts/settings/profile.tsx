import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, MailWarning } from 'lucide-react';
import { resendVerification, type User } from '../../../contract/accounts.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { roleLabels } from '../members/words.ts';
import { emailInput, usernameInput } from '../sign-in/input-props.ts';
import { useProfileForm } from './profile-form.ts';

export function ProfileForm({ me }: { me: User }) {
  const { field, submit, isSaving } = useProfileForm({ username: me.username, email: me.email });
  return (
    <Card as="section" aria-labelledby="settings-profile">
      <h2 id="settings-profile" className="text-lg">
        Profile
      </h2>
      <form noValidate onSubmit={submit} onFocus={preloadToaster} className="mt-4 space-y-5">
        <TextField
          label="Username"
          hint="You can sign in with it, and we greet you with it."
          {...usernameInput}
          {...field('username')}
        />
        <div>
          <TextField label="Email" {...emailInput} {...field('email')} />
          <EmailVerification me={me} />
        </div>
        <TextField label="Account type" readOnly value={roleLabels[me.role]} />
        <Button type="submit" busy={isSaving} busyLabel="Saving..." className="w-full sm:w-auto">
          Save Changes
        </Button>
      </form>
    </Card>
  );
}

/** Whether the saved email address is verified, with a button to resend the email. */
function EmailVerification({ me }: { me: User }) {
  const resend = useMutation({
    mutationFn: () => call(resendVerification),
    onSuccess: ({ message }) => toast({ title: 'Email Sent', description: message }),
    onError: (error) =>
      toast({
        title: 'Email Not Sent',
        description: messageOf(error, 'The email could not be sent. Please try again.'),
        variant: 'destructive',
      }),
  });
  if (me.emailVerified) {
    return (
      <p className="mt-2 flex items-start gap-2 text-leaf">
        <BadgeCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">{me.email} is verified.</span>
      </p>
    );
  }
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-maize-wash px-3.5 py-2.5">
      <p className="flex min-w-0 items-start gap-2">
        <MailWarning className="mt-0.5 size-5 shrink-0 text-brick" aria-hidden="true" />
        <span className="min-w-0 break-words">{me.email} is not verified yet. Follow the link in our email.</span>
      </p>
      <Button variant="outline" size="sm" busy={resend.isPending} onClick={() => resend.mutate()}>
        Resend email
      </Button>
    </div>
  );
}
