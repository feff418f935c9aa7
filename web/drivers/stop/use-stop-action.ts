import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { StopAction } from '../outbox/action.ts';
import { useOutbox } from '../outbox/use-outbox.ts';

/**
 * Something done at a stop. It counts as done once it is safely on the phone: the outbox sends it at once where there is
 * signal, tells what the server said, and keeps it where there is none.
 */
export function useStopAction() {
  const { act } = useOutbox();
  const [busy, setBusy] = useState(false);
  /** Answers whether it is safe; if not, the driver has been told. */
  const run = async (action: StopAction): Promise<boolean> => {
    setBusy(true);
    try {
      await act(action);
      return true;
    } catch (error) {
      toast({
        title: 'Error',
        description:
          action.kind === 'complete'
            ? 'Failed to complete pickups. Please try again.'
            : messageOf(error, 'This could not be saved. Please try again.'),
        variant: 'destructive',
      });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
