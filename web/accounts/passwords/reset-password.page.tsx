import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { session } from '../../api/session.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EntryLayout, SignInLink } from '../sign-in/entry-layout.tsx';
import { useEmailedToken } from './emailed-token.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

type State = 'form' | 'no token' | 'refused' | 'changed';

const words: Record<State, { title: string; intro: string }> = {
  form: { title: 'Set a new password', intro: "You'll be signed out everywhere and can sign in with the new one." },
  'no token': {
    title: 'Set a new password',
    intro: 'To get here, open the link in our email. Your link may be incomplete.',
  },
  refused: {
    title: 'This link no longer works',
    intro: 'It was already used, is more than an hour old, or was replaced by a newer one.',
  },
  changed: { title: 'Password changed', intro: 'You are signed out everywhere. Sign in with your new password.' },
};

/** The target of the password reset link. */
export default function ResetPasswordPage() {
  const token = useEmailedToken();
  const [state, setState] = useState<State>(token ? 'form' : 'no token');
  return (
    <EntryLayout {...words[state]}>
      {state === 'form' && token && (
        <ResetPasswordForm token={token} onChanged={() => setState('changed')} onRefused={() => setState('refused')} />
      )}
      {state === 'changed' && (
        // A session stored in this browser has just ended.
        <Link to="/login" onClick={() => void session.clear()} className={buttonClass('primary', 'md', 'w-full')}>
          Sign in
        </Link>
      )}
      {(state === 'refused' || state === 'no token') && (
        <Link to="/forgot-password" className={buttonClass('primary', 'md', 'w-full')}>
          Get a new link
        </Link>
      )}
      {state !== 'changed' && <SignInLink />}
    </EntryLayout>
  );
}
