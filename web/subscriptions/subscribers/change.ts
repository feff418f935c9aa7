import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AuditAction, listHistory } from '../../../contract/audit.ts';
import { type AdminSubscription, cancelSubscription, updateSubscription } from '../../../contract/subscriptions.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast } from '../../ui/toast/toast.ts';
import { changedByOthers, othersText, type Updates } from './edit.ts';
import { customerNameOf } from './words.ts';

/**
 * The changes that a dispatcher makes to a subscription. `onAnswer` gets it as the server then has it. Whether a change
 * worked or was refused, what stands on the screen is read again.
 */

/** Saves an edit. What another dispatcher changed meanwhile is told with the success. */
export function useSubscriberEdit(subscriber: AdminSubscription, onAnswer: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (updates: Updates) => call(updateSubscription, { params: { id: subscriber.id }, body: { updates } }),
    onSuccess: (now, sent) => {
      const others = changedByOthers(subscriber, now, sent);
      toast({
        title: 'Subscriber Updated',
        description: others.length > 0 ? othersText(others) : `${customerNameOf(now)}’s subscription was changed.`,
      });
      onAnswer(now);
    },
    onError: (error) => {
      toast({ title: 'Update Failed', description: updateFailureOf(error), variant: 'destructive' });
    },
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

export function updateFailureOf(error: unknown): string {
  return messageOf(error, 'The subscription could not be changed. Please try again.');
}

/** Ends a subscription at once. */
export function useCancellation(subscriber: AdminSubscription, onAnswer: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: subscriber.id } }),
    onSuccess: async (now) => {
      onAnswer(now);
      const other = await whoElseDid(cache, now.id, 'cancelled');
      toast({
        title: 'Subscription Cancelled',
        description: other
          ? `${other} had already cancelled it.`
          : `${customerNameOf(now)} gets no more pickups and no more charges.`,
      });
    },
    onError: (error) => {
      toast({
        title: 'Cancellation Failed',
        description: messageOf(error, 'The subscription could not be cancelled. Please try again.'),
        variant: 'destructive',
      });
    },
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

/** Makes a cancelled subscription active again; the saved card may be refused (402). */
export function useReactivation(subscriber: AdminSubscription, onAnswer: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(updateSubscription, { params: { id: subscriber.id }, body: { updates: { status: 'active' } } }),
    onSuccess: async (now) => {
      onAnswer(now);
      const other = await whoElseDid(cache, now.id, 'resumed');
      toast({
        title: 'Subscriber Updated',
        description: other
          ? `${other} had already reactivated it.`
          : `${customerNameOf(now)}’s subscription is active again.`,
      });
    },
    onError: (error) => {
      toast({ title: 'Update Failed', description: updateFailureOf(error), variant: 'destructive' });
    },
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

/** The dispatcher who was quicker: the trail's latest line of this kind is not ours. Null where it is, or cannot be read. */
async function whoElseDid(cache: QueryClient, id: string, action: AuditAction): Promise<string | null> {
  try {
    const trail = read(listHistory, { query: { subject: 'subscription', id } });
    const entries = await cache.fetchQuery({ ...trail, staleTime: 0 });
    const who = entries.find((entry) => entry.action === action)?.actorUsername ?? null;
    return who === cache.getQueryData(currentUserQuery.queryKey)?.username ? null : who;
  } catch {
    return null;
  }
}
