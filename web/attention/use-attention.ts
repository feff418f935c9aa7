import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dismissAttention, getAttention } from '../../contract/attention.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { toast } from '../ui/toast/toast.ts';

const pollEveryMs = 15_000;

/** Loads what needs the dispatcher now, every 15 s. The bell and the dashboard share it, so they never disagree. */
export function useAttention() {
  return useQuery({ ...read(getAttention), refetchInterval: pollEveryMs });
}

/** Dismisses an item with a reason, which settles a refused refund. */
export function useDismiss(isRefund: boolean, onDone: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: { key: string; state: string; word: string }) => call(dismissAttention, { body }),
    onSuccess: async () => {
      await refreshAdmin(cache);
      toast(
        isRefund
          ? { title: 'Settled', description: 'The customer is told. Your words are in the history.' }
          : { title: 'Dismissed', description: 'It comes back if it changes. The reason is in the history.' },
      );
      onDone();
    },
    onError: async (error: Error) => {
      await refreshAdmin(cache);
      const description = messageOf(error, "We couldn't dismiss this. Please try again.");
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
}
