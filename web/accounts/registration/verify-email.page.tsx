import { useState } from 'react';
import { resendVerification, verifyEmail } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { toastFailure } from '../../ui/toast/toast.ts';
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

  /** `known` maps an error status to the state that it stands for. */
  const run = async (work: Promise<unknown>, done: State, known: Record<number, State>, failure: string) => {
    setBusy(true);
    try {
      await work;
      setState(done);
    } catch (error) {
      const state = error instanceof ApiError && known[error.status];
      if (state) setState(state);
      else toastFailure(error, 'Please try again.', failure);
    } finally {
      setBusy(false);
    }
  };
  const verify = (token: string) =>
    run(call(verifyEmail, { body: { token } }), 'verified', { 400: 'refused' }, 'Email not verified');
  const resend = () => run(call(resendVerification), 'resent', { 409: 'verified' }, 'Link not sent');
  const needsLink = state === 'refused' || state === 'no token';

  return (
    <EntryLayout {...words[state]}>
      <div className="space-y-5">
        {state === 'confirm' && token && (
          <Button busy={busy} busyLabel="Verifying..." className="w-full" onClick={() => verify(token)}>
            Verify my email
          </Button>
        )}
        {needsLink && isSignedIn && (
          <Button busy={busy} busyLabel="Sending..." className="w-full" onClick={resend}>
            Send a new link
          </Button>
        )}
        {needsLink && !isSignedIn && <p>Sign in and request a new link in your settings.</p>}
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
    <a href="/login" className={look}>
      Sign in
    </a>
  );
}
