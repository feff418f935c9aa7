import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { session } from '../../api/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EntryLayout } from '../sign-in/entry-layout.tsx';
import { SignInLink } from '../sign-in/sign-in-link.tsx';
import { useMailedToken } from './mailed-token.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

type State = 'form' | 'no token' | 'refused' | 'changed';

const words: Record<State, { title: string; intro: string }> = {
  form: { title: 'Set a new password', intro: 'You will be signed out everywhere. Then sign in with the new one.' },
  'no token': { title: 'Set a new password', intro: 'To get here, open the link in our mail. It may be incomplete.' },
  refused: {
    title: 'This link no longer works',
    intro: 'It was used before, is older than an hour, or there is a newer one.',
  },
  changed: { title: 'Password changed', intro: 'You are signed out everywhere. Sign in with your new password.' },
};

/** Where the link of the mail about a forgotten password leads. */
export default function ResetPasswordPage() {
  const token = useMailedToken();
  const [state, setState] = useState<State>(token ? 'form' : 'no token');
  return (
    <EntryLayout {...words[state]}>
      {state === 'form' && token && (
        <ResetPasswordForm token={token} onChanged={() => setState('changed')} onRefused={() => setState('refused')} />
      )}
      {state === 'changed' && (
        // What this browser still holds is a session that has just ended.
        <Link to="/login" onClick={() => void session.clear()} className={buttonClass('primary', 'md', 'w-full')}>
          Sign in
        </Link>
      )}
      {(state === 'refused' || state === 'no token') && (
        <Link to="/forgot-password" className={buttonClass('primary', 'md', 'w-full')}>
          Ask for a new link
        </Link>
      )}
      {state !== 'changed' && <SignInLink />}
    </EntryLayout>
  );
}
