import { useEffect, useRef, useState } from 'react';
import { guardSignOut } from '../../../shell/menu/sign-out.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { outboxState, unsentStops, unsentStopsText, useOutboxState } from '../outbox-state.ts';

/** Asks before the driver signs out while stops are still waiting to be sent. */
export function SignOutGuard() {
  const outbox = useOutboxState();
  const [isAsking, setAsking] = useState(false);
  const resolveAsk = useRef<(mayLeave: boolean) => void>(() => undefined);
  const decide = (mayLeave: boolean) => {
    setAsking(false);
    resolveAsk.current(mayLeave);
  };
  useEffect(
    () =>
      guardSignOut(async () => {
        if (unsentStops(outboxState()) === 0) return true;
        setAsking(true);
        return await new Promise<boolean>((resolve) => {
          resolveAsk.current = resolve;
        });
      }),
    [],
  );
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={(isOpen) => !isOpen && decide(false)}
      title="Sign out before everything is sent?"
      description={`${unsentStopsText(outbox) ?? 'Everything has been sent'}. What's waiting stays on this phone and will be sent when you sign in here again.`}
      confirmLabel="Sign Out"
      cancelLabel="Stay signed in"
      variant="danger"
      onConfirm={() => decide(true)}
    />
  );
}
