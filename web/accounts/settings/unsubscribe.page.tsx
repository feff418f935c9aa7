import { useEffect, useState } from 'react';
import { changeUnsubscribe, type EmailChoice, getUnsubscribe } from '../../../contract/messages/preferences.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { groupWords } from '../../messages/preference-words.ts';
import { Button } from '../../ui/button/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastFailure } from '../../ui/toast/toast.ts';
import { useEmailedToken } from '../passwords/emailed-token.ts';
import { EntryLayout, SignInLink } from '../sign-in/entry-layout.tsx';

type State = 'loading' | 'refused' | 'unreachable' | EmailChoice;

/**
 * The page that the link at the end of an email opens. Only the button stops anything, never the visit: mail scanners
 * open links.
 */
export default function UnsubscribePage() {
  const token = useEmailedToken();
  const [state, setState] = useState<State>(token ? 'loading' : 'refused');
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try reads again
  useEffect(() => {
    if (!token) return;
    call(getUnsubscribe, { body: { token } })
      .then(setState)
      .catch((error: unknown) => setState(isRefusal(error) ? 'refused' : 'unreachable'));
  }, [token, tries]);

  const change = async (isOn: boolean) => {
    if (!token) return;
    setBusy(true);
    try {
      setState(await call(changeUnsubscribe, { body: { token, isOn } }));
    } catch (error) {
      if (isRefusal(error)) setState('refused');
      else toastFailure(error, 'Please try again.', 'Not Saved');
    } finally {
      setBusy(false);
    }
  };
  const choice = typeof state === 'string' ? null : state;

  return (
    <EntryLayout {...wordsOf(state)}>
      {state === 'loading' && <Skeleton className="h-12" />}
      {state === 'unreachable' && (
        <Button className="w-full" onClick={() => setTries((count) => count + 1)}>
          Try again
        </Button>
      )}
      {choice && (
        <Button
          variant={choice.isOn ? 'primary' : 'outline'}
          busy={busy}
          busyLabel="Saving..."
          className="w-full"
          onClick={() => change(!choice.isOn)}
        >
          {choice.isOn ? 'Stop these emails' : 'Turn them back on'}
        </Button>
      )}
      {state !== 'loading' && <SignInLink />}
    </EntryLayout>
  );
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 400;

function wordsOf(state: State): { title: string; intro: string } {
  if (state === 'loading') return { title: 'Your emails', intro: 'Just a moment.' };
  if (state === 'refused') {
    return { title: "This link doesn't work", intro: 'It may be incomplete. You can choose your emails in Settings.' };
  }
  if (state === 'unreachable') {
    return { title: "We couldn't open your link", intro: 'Check your connection and try again.' };
  }
  const { emails } = groupWords[state.group];
  return state.isOn
    ? {
        title: 'Stop these emails?',
        intro: `You'll stop getting ${emails}. You'll still get receipts, refunds and account emails.`,
      }
    : { title: 'These emails are off', intro: `You'll no longer get ${emails}. Changed your mind?` };
}
