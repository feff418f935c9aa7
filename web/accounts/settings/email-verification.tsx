import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, MailWarning } from 'lucide-react';
import { resendVerification, type User } from '../../../contract/accounts.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';

/** Whether the saved email address is verified, with a button to resend the email. */
export function EmailVerification({ me }: { me: User }) {
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
