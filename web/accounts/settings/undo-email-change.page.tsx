import { useState } from 'react';
import { undoEmailChange } from '../../../contract/accounts.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session } from '../../api/session.ts';
import { Button } from '../../ui/button/button.tsx';
import { buttonClass } from '../../ui/button/button-class.ts';
import { toastFailure } from '../../ui/toast/toast.ts';
import { useEmailedToken } from '../passwords/emailed-token.ts';
import { EntryLayout, SignInLink } from '../sign-in/entry-layout.tsx';

type State = 'confirm' | 'no token' | 'refused' | 'undone';

const words: Record<State, { title: string; intro: string }> = {
  confirm: {
    title: 'Undo the email change',
    intro: 'The address that got our email becomes your email again, and everyone is signed out of your account.',
  },
  'no token': {
    title: 'Undo the email change',
    intro: 'To get here, open the link in our email. Your link may be incomplete.',
  },
  refused: {
    title: 'This link no longer works',
    intro: 'It was already used, is more than 7 days old, or was replaced by a newer one.',
  },
  undone: {
    title: 'Email change undone',
    intro: "Everyone is signed out. If you didn't make the change, set a new password now.",
  },
};

/**
 * The page that the undo link opens. Only the button undoes the change, never the visit: mail scanners open links in
 * advance.
 */
export default function UndoEmailChangePage() {
  const token = useEmailedToken();
  const [state, setState] = useState<State>(token ? 'confirm' : 'no token');
  const [busy, setBusy] = useState(false);

  const undo = async (token: string) => {
    setBusy(true);
    try {
      await call(undoEmailChange, { body: { token } });
      // A session stored in this browser may be one of those that have just ended.
      await session.clear();
      setState('undone');
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) setState('refused');
      else toastFailure(error, 'Please try again.', 'Email change not undone');
    } finally {
      setBusy(false);
    }
  };

  return (
    <EntryLayout {...words[state]}>
      {state === 'confirm' && token && (
        <Button busy={busy} busyLabel="Undoing..." className="w-full" onClick={() => undo(token)}>
          Undo the change
        </Button>
      )}
      {state === 'undone' && (
        <a href="/forgot-password" className={buttonClass('primary', 'md', 'w-full')}>
          Set a new password
        </a>
      )}
      {state !== 'confirm' && <SignInLink />}
    </EntryLayout>
  );
}
