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
import { useMailedToken } from '../passwords/mailed-token.ts';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { ownHome } from '../sign-in/own-home.ts';

type State = 'ask' | 'no token' | 'refused' | 'resent' | 'verified';

const words: Record<State, { title: string; intro: string }> = {
  ask: { title: 'Verify your email', intro: 'One press, and we know that our mails reach you.' },
  'no token': { title: 'Verify your email', intro: 'To get here, open the link in our mail. It may be incomplete.' },
  refused: {
    title: 'This link no longer works',
    intro: 'There is a newer one, or your email address has changed since.',
  },
  resent: { title: 'Check your mail', intro: 'A new link is on its way. It replaces the one before.' },
  verified: { title: 'Email verified', intro: 'Thank you. We can reach you about your pickups.' },
};

/**
 * Where the link of the mail about a new address leads. A press of a button verifies it, never the visit: mail programs
 * and their guards open links ahead of the person, some with scripts, and would verify what nobody has read.
 */
export default function VerifyEmailPage() {
  const token = useMailedToken();
  const [state, setState] = useState<State>(token ? 'ask' : 'no token');
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

  const verify = (mailed: string) =>
    run(async () => {
      try {
        await call(verifyEmail, { body: { token: mailed } });
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
        {state === 'ask' && token && (
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
          <p>Sign in and ask for a new link in your settings.</p>
        )}
        {state !== 'ask' && <WayOn prominent={state === 'verified' || !isSignedIn} />}
      </div>
    </EntryLayout>
  );
}

/** Home for whoever is signed in here, by a full page load that asks anew who that is; else to the sign-in. */
function WayOn({ prominent }: { prominent: boolean }) {
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
