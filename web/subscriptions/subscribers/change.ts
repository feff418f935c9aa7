import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type AuditAction, listHistory } from '../../../contract/audit.ts';
import { endSubscriberPlan } from '../../../contract/plan/cancel.ts';
import { type AdminSubscription, cancelSubscription, updateSubscription } from '../../../contract/subscriptions.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { read } from '../../api/query-client.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { moneyText } from '../../ui/text/money-text.ts';
import { type ToastMessage, toast } from '../../ui/toast/toast.ts';
import { changedByOthers, othersText, type Updates } from './edit.ts';
import { customerNameOf } from './words.ts';

interface Change<Input> {
  send: (input: Input) => Promise<AdminSubscription>;
  /** The title and text of the success toast. */
  done: (now: AdminSubscription, sent: Input) => Promise<ToastMessage> | ToastMessage;
  failureTitle: string;
  failureOf: (error: unknown) => string;
  /** Receives the subscription from the response. */
  onChanged: (now: AdminSubscription) => void;
}

/** Sends a dispatcher's change to a subscription. The dispatcher's lists refresh after success and after refusal. */
function useChange<Input>({ send, done, failureTitle, failureOf, onChanged }: Change<Input>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async (now, sent) => {
      onChanged(now);
      toast(await done(now, sent));
    },
    onError: (error) => toast({ title: failureTitle, description: failureOf(error), variant: 'destructive' }),
    onSettled: () => {
      void refreshAdmin(cache);
    },
  });
}

interface Edit {
  updates: Updates;
  /** For an edit that ends the plan: the refund in dollars, as "15.00"; null for no refund. */
  expectedRefund?: string | null;
}

/** Saves an edit. The toast mentions fields that another dispatcher changed in the meantime. */
export function useSubscriberEdit(subscriber: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const params = { id: subscriber.id };
  return useChange<Edit>({
    ...{ onChanged, failureTitle: 'Update Failed', failureOf: updateFailureOf },
    send: async ({ updates, expectedRefund = null }) => {
      if (expectedRefund === null) return await call(updateSubscription, { params, body: { updates } });
      // The end comes first: the refund is the one that was shown, and nobody is told the price of a plan that ends.
      const { status: _, ...others } = updates;
      const ended = await call(endSubscriberPlan, { params, body: { expectedRefund } });
      if (Object.keys(others).length === 0) return ended;
      return await call(updateSubscription, { params, body: { updates: others } });
    },
    done: (now, { updates, expectedRefund = null }) => {
      const others = changedByOthers(subscriber, now, updates);
      const changed = `${customerNameOf(now)}'s subscription was changed.`;
      const isTold = updates.pricePerMonth !== undefined && now.status !== 'cancelled';
      const told = isTold ? ' They are told the new price.' : '';
      const text = others.length > 0 ? othersText(others) : `${changed}${told}`;
      return { title: 'Subscriber Updated', description: `${text}${refundedText(expectedRefund)}` };
    },
  });
}

export function updateFailureOf(error: unknown): string {
  return messageOf(error, "We couldn't change the subscription. Please try again.");
}

/** Ends a plan immediately. The input is the refund in dollars, as "15.00"; null for no refund. */
export function useCancellation({ id }: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useChange<string | null>({
    ...{ onChanged, failureTitle: 'Cancellation Failed' },
    failureOf: (error) => messageOf(error, "We couldn't cancel the subscription. Please try again."),
    send: (expectedRefund) =>
      expectedRefund === null
        ? call(cancelSubscription, { params: { id } })
        : call(endSubscriberPlan, { params: { id }, body: { expectedRefund } }),
    done: async (now, refund) => {
      const other = await otherDispatcherOf(cache, id, 'cancelled');
      const text = `${customerNameOf(now)} will get no more pickups or charges.${refundedText(refund)}`;
      return { title: 'Subscription Cancelled', description: other ? `${other} had already cancelled it.` : text };
    },
  });
}

function refundedText(refund: string | null): string {
  return refund === null ? '' : ` ${moneyText(refund)} is refunded.`;
}

/** Reactivates a cancelled subscription. Fails with 402 if the saved card has to be charged and is declined. */
export function useReactivation({ id }: AdminSubscription, onChanged: (now: AdminSubscription) => void) {
  const cache = useQueryClient();
  return useChange<void>({
    ...{ onChanged, failureTitle: 'Update Failed', failureOf: updateFailureOf },
    send: () => call(updateSubscription, { params: { id }, body: { updates: { status: 'active' } } }),
    done: async (now) => {
      const other = await otherDispatcherOf(cache, id, 'resumed');
      const text = `${customerNameOf(now)}'s subscription is active again.`;
      return { title: 'Subscriber Updated', description: other ? `${other} had already reactivated it.` : text };
    },
  });
}

/**
 * Returns the username of the other dispatcher whose action came first; null if it was ours or
 * the history can't be read.
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
