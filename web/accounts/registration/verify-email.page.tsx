import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { resendVerification, verifyEmail } from '../../../contract/accounts.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { toast } from '../../ui/toast/toast.ts';
import { preloadToaster } from '../../ui/toast/toast-region.tsx';
import { useEmailedToken } from '../passwords/emailed-token.ts';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { ownHome } from '../sign-in/start-session.ts';

type State = 'confirm' | 'no token' | 'refused' | 'resent' | 'verified';

const words: Record<State, { title: string; intro: string }> = {
  confirm: { title: 'Verify your email', intro: 'One click confirms that our emails reach you.' },
  'no token': {
    title: 'Verify your email',
    intro: 'To get here, open the link in our email. Your link may be incomplete.',
  },
  refused: {
    title: 'This link no longer works',
    intro: 'It was replaced by a newer one, or your email address has changed.',
  },
  resent: { title: 'Check your email', intro: 'A new link is on its way. It replaces the previous one.' },
  verified: { title: 'Email verified', intro: 'Thank you. Now we can reach you about your pickups.' },
};

/**
 * The target of the email verification link. Only pressing the button verifies, never the visit itself: email clients
 * and security scanners open links in advance, some of them running scripts.
 */
export default function VerifyEmailPage() {
  const token = useEmailedToken();
  const [state, setState] = useState<State>(token ? 'confirm' : 'no token');
  const [busy, setBusy] = useState(false);
  const isSignedIn = session.token() !== null;

  const run = async (work: () => Promise<State>, failure: string) => {
    setBusy(true);
    try {
      setState(await work());
    } catch (error) {
      toast({ title: failure, description: messageOf(error, 'Please try again.'), variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };

  const verify = (token: string) =>
    run(async () => {
      try {
        await call(verifyEmail, { body: { token } });
        return 'verified';
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) return 'refused';
        throw error;
      }
    }, 'Email not verified');

  const resend = () =>
    run(async () => {
      try {
        await call(resendVerification);
        return 'resent';
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return 'verified';
        throw error;
      }
    }, 'Link not sent');

  return (
    <EntryLayout {...words[state]}>
      <div className="space-y-5">
        {state === 'confirm' && token && (
          <Button
            busy={busy}
            busyLabel="Verifying..."
            className="w-full"
            onFocus={preloadToaster}
            onClick={() => verify(token)}
          >
            Verify my email
          </Button>
        )}
        {(state === 'refused' || state === 'no token') && isSignedIn && (
          <Button busy={busy} busyLabel="Sending..." className="w-full" onFocus={preloadToaster} onClick={resend}>
            Send a new link
          </Button>
        )}
        {(state === 'refused' || state === 'no token') && !isSignedIn && (
          <p>Sign in and request a new link in your settings.</p>
        )}
        {state !== 'confirm' && <NextLink prominent={state === 'verified' || !isSignedIn} />}
      </div>
    </EntryLayout>
  );
}

/** Links home when signed in, with a full page load that checks the session again; otherwise to the sign-in page. */
function NextLink({ prominent }: { prominent: boolean }) {
  const home = ownHome();
  const look = buttonClass(prominent ? 'primary' : 'outline', 'md', 'w-full');
  return home ? (
    <a href={home} className={look}>
      Go to my home page
    </a>
  ) : (
    <Link to="/login" className={look}>
      Sign in
    </Link>
  );
}
