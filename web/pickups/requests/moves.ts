import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  assignPickup,
  completePickup,
  markIncomplete,
  type PickupMove,
  reportIssue,
} from '../../../contract/pickups.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast } from '../../ui/toast/toast.ts';

interface StatusMove {
  readonly move: Extract<PickupMove, 'complete' | 'reportIssue' | 'markIncomplete'>;
  readonly label: string;
  /** The title of the toast. */
  readonly done: string;
  readonly send: (id: string) => Promise<unknown>;
}

/** What a dispatcher can say about an assigned request (ADMIN-24; each call sets its own status). */
export const statusMoves: readonly StatusMove[] = [
  {
    move: 'complete',
    label: 'Complete',
    done: 'Pickup Completed',
    send: (id) => call(completePickup, { params: { id }, body: { status: 'completed' } }),
  },
  {
    move: 'reportIssue',
    label: 'Issue',
    done: 'Issue Reported',
    send: (id) => call(reportIssue, { params: { id }, body: { status: 'issue' } }),
  },
  {
    move: 'markIncomplete',
    label: 'Incomplete',
    done: 'Pickup Incomplete',
    send: (id) => call(markIncomplete, { params: { id }, body: { status: 'incomplete' } }),
  },
];

/** One press of the dispatcher: what is sent, and what the toast then says. */
export interface RequestChange {
  /** Which button is busy meanwhile: a move, or 'assign'. */
  readonly name: StatusMove['move'] | 'assign';
  readonly title: string;
  readonly description: string;
  readonly send: () => Promise<unknown>;
}

export function assignment(id: string, driverId: string, description: string): RequestChange {
  return {
    name: 'assign',
    title: 'Pickup Assigned',
    description,
    send: () => call(assignPickup, { params: { id }, body: { driverId } }),
  };
}

/**
 * Sends changes of one request. Whether it worked or somebody was quicker (409), the lists, counts and trails are read again
 * before the buttons are free, so that nobody presses on what is no longer so.
 */
export function useRequestChange() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: RequestChange) => change.send(),
    onSuccess: (_, { title, description }) => toast({ title, description }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: messageOf(error, 'The request could not be changed. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => refreshAdmin(cache),
  });
}
