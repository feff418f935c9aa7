import { useState } from 'react';
import { clientSettings } from '../../api/client-settings.ts';
import { Button } from '../../ui/button.tsx';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { SignInLink } from '../sign-in/sign-in-link.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

/** Where a link for a new password is asked for. It never says whether an address has an account. */
export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('');
  const [isSent, setIsSent] = useState(false);
  const sent = (address: string) => {
    setEmail(address);
    setIsSent(true);
  };
  return (
    <EntryLayout
      title={isSent ? 'Check your mail' : 'Forgot your password?'}
      intro={
        isSent
          ? `If ${email} has an account, a link for a new password is on its way.`
          : 'Tell us your email address. We mail you a link to set a new one.'
      }
    >
      {isSent ? (
        <div className="space-y-5">
          <p>
            The link works once, within an hour. Nothing there after a few minutes? Check your spam folder, or call{' '}
            {clientSettings.supportPhone}.
          </p>
          <Button variant="outline" className="w-full" onClick={() => setIsSent(false)}>
            Use another address
          </Button>
        </div>
      ) : (
        <ForgotPasswordForm email={email} onSent={sent} />
      )}
      <SignInLink />
    </EntryLayout>
  );
}
