import { useEffect, useRef, useState } from 'react';
import { guardSignOut } from '../../../shell/menu/sign-out.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { outboxState, useOutboxState } from '../outbox-state.ts';
import { unsentStops, unsentStopsText } from '../unsent-words.ts';

/** Asks before somebody signs out while stops still wait. */
export function SignOutGuard() {
  const outbox = useOutboxState();
  const [isAsking, setAsking] = useState(false);
  const answer = useRef<(mayLeave: boolean) => void>(() => undefined);
  const decide = (mayLeave: boolean) => {
    setAsking(false);
    answer.current(mayLeave);
  };
  useEffect(
    () =>
      guardSignOut(async () => {
        if (unsentStops(outboxState()) === 0) return true;
        setAsking(true);
        return await new Promise<boolean>((resolve) => {
          answer.current = resolve;
        });
      }),
    [],
  );
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={(isOpen) => !isOpen && decide(false)}
      title="Sign out before everything is sent?"
      description={`${unsentStopsText(outbox) ?? 'Everything has been sent'}. What waits stays on this phone and goes out when you sign in here again.`}
      confirmLabel="Sign Out"
      cancelLabel="Stay signed in"
      variant="danger"
      onConfirm={() => decide(true)}
    />
  );
}
