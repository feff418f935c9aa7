import { useState } from 'react';
import { toast } from '../../ui/toast/toast.ts';
import type { StopAction } from '../outbox/action.ts';
import { act } from '../outbox/outbox.ts';

/**
 * Runs an action at a stop. It succeeds once the phone has saved the action; the outbox sends
 * it and shows the response.
 */
export function useStopAction() {
  const [busy, setBusy] = useState(false);
  /** Returns true if the phone has saved what one press does. If not, shows a toast, and nothing was done. */
  const run = async (...actions: readonly StopAction[]): Promise<boolean> => {
    setBusy(true);
    try {
      await act(actions);
      return true;
    } catch {
      toast({
        title: 'Error',
        description: "Not saved: this phone's storage is full or blocked. Free up space, then try again.",
        variant: 'destructive',
      });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
