import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retryRefund } from '../../contract/payments.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { toast } from '../ui/toast/toast.ts';

/** Tries a refused refund again now. */
export function useRetryRefund() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(retryRefund, { params: { id } }),
    onSuccess: () => toast({ title: 'Trying again', description: 'It leaves the list once the refund is made.' }),
    onError: (error: Error) => {
      const description = messageOf(error, "We couldn't try this refund again. Please try again.");
      toast({ title: 'Error', description, variant: 'destructive' });
    },
    onSettled: () => refreshAdmin(cache),
  });
}
