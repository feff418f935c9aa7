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

/** How a dispatcher can resolve an assigned request. Each endpoint accepts only its own status. */
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

/** One action of the dispatcher: the call, and the toast that follows it. */
export interface RequestChange {
  /** Which button shows as busy. */
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
 * Sends a change of a request. After a success or a conflict (409) the lists, counts and history refresh before the
 * buttons are enabled, so that nobody acts on outdated data.
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
