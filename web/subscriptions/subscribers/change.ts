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
 * A dispatcher's changes to a subscription. `onChanged` receives the subscription from the response. The dispatcher's
 * lists refresh after a success and a refusal.
 */

/** Saves an edit. The toast mentions what another dispatcher changed in the meantime. */
export function useSubscriberEdit(subscriber: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (updates: Updates) => call(updateSubscription, { params: { id: subscriber.id }, body: { updates } }),
    onSuccess: (now, sent) => {
      const others = changedByOthers(subscriber, now, sent);
      toast({
        title: 'Subscriber Updated',
        description: others.length > 0 ? othersText(others) : `${customerNameOf(now)}’s subscription was changed.`,
      });
      onChanged(now);
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

/** Cancels a subscription immediately. */
export function useCancellation(subscriber: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelSubscription, { params: { id: subscriber.id } }),
    onSuccess: async (now) => {
      onChanged(now);
      const other = await otherDispatcherOf(cache, now.id, 'cancelled');
      toast({
        title: 'Subscription Cancelled',
        description: other
          ? `${other} had already cancelled it.`
          : `${customerNameOf(now)} will get no more pickups or charges.`,
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

/** Reactivates a cancelled subscription. Fails with 402 when the saved card is declined. */
export function useReactivation(subscriber: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(updateSubscription, { params: { id: subscriber.id }, body: { updates: { status: 'active' } } }),
    onSuccess: async (now) => {
      onChanged(now);
      const other = await otherDispatcherOf(cache, now.id, 'resumed');
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

/**
 * The other dispatcher whose action won the race, by the latest audit entry. Null if it was ours or the history is
 * unavailable.
 */
async function otherDispatcherOf(cache: QueryClient, id: string, action: AuditAction): Promise<string | null> {
  try {
    const trail = read(listHistory, { query: { subject: 'subscription', id } });
    const entries = await cache.fetchQuery({ ...trail, staleTime: 0 });
    const who = entries.find((entry) => entry.action === action)?.actorUsername ?? null;
    return who === cache.getQueryData(currentUserQuery.queryKey)?.username ? null : who;
  } catch {
    return null;
  }
}
