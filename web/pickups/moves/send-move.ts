import { useMutation } from '@tanstack/react-query';
import type { IncompleteReason } from '../../../contract/drivers.ts';
import {
  completePickup,
  markIncomplete,
  reopenPickup,
  reportIssue,
  undoPickup,
} from '../../../contract/pickups/moves.ts';
import { type AdminPickup, assignPickup, undoSeconds } from '../../../contract/pickups.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast, toastFailure } from '../../ui/toast/toast.ts';
import type { MovablePickup } from './open-move.ts';
import { resolvedTitles, undoneText } from './words.ts';

/** One press of the dispatcher. */
export type Press =
  | { move: 'assign'; driverId: string; driver: string }
  | { move: 'complete' }
  | { move: 'reportIssue'; note: string | null }
  | { move: 'markIncomplete'; reason: IncompleteReason; note: string | null }
  | { move: 'reopen'; reason: string }
  | { move: 'undo' };

/**
 * Sends a press and shows the result. The lists refresh before the buttons are enabled, so that nobody acts on outdated
 * data.
 */
export function useSendMove(pickup: MovablePickup, onSuccess?: () => void) {
  return useMutation({
    mutationFn: (press: Press) => sendPress(pickup.id, press),
    onSuccess: (after, press) => {
      showDone(pickup, press, after);
      onSuccess?.();
    },
    onError: (error) => toastFailure(error, "We couldn't change the pickup. Please try again."),
    onSettled: () => refreshAdmin(queryClient),
  });
}

async function sendPress(id: string, press: Press): Promise<AdminPickup> {
  const params = { id };
  switch (press.move) {
    case 'assign':
      return await call(assignPickup, { params, body: { driverId: press.driverId } });
    case 'complete':
      return await call(completePickup, { params, body: { status: 'completed' } });
    case 'reportIssue':
      return await call(reportIssue, { params, body: { status: 'issue', note: press.note } });
    case 'markIncomplete': {
      const { reason, note } = press;
      return await call(markIncomplete, { params, body: { status: 'incomplete', reason, note } });
    }
    case 'reopen':
      return await call(reopenPickup, { params, body: { reason: press.reason } });
    case 'undo':
      return await call(undoPickup, { params });
  }
}

function showDone(pickup: MovablePickup, press: Press, after: AdminPickup): void {
  const { address } = pickup;
  if (press.move === 'assign') {
    toast({ title: 'Pickup Assigned', description: `${address} is assigned to ${press.driver}.` });
  } else if (press.move === 'undo' || press.move === 'reopen') {
    const title = press.move === 'undo' ? 'Undone' : 'Pickup Reopened';
    toast({ title, description: undoneText(address, after.status) });
  } else {
    const action = { label: 'Undo', run: () => void undo(pickup), forMs: undoSeconds * 1000 };
    toast({ title: resolvedTitles[press.move], description: address, action });
  }
}

/** Undoes a press from the toast, because the row and its buttons may be gone. */
async function undo(pickup: MovablePickup): Promise<void> {
  try {
    showDone(pickup, { move: 'undo' }, await sendPress(pickup.id, { move: 'undo' }));
  } catch (error) {
    toastFailure(error, "We couldn't undo this. Please try again.");
  }
  await refreshAdmin(queryClient);
}
