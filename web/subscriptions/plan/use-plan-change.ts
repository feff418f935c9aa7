import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { type ToastMessage, toast } from '../../ui/toast/toast.ts';

interface PlanChange<Input> {
  send: (input: Input) => Promise<unknown>;
  done: ToastMessage;
  onDone: () => void;
}

/**
 * Sends a change of a plan. All data is read again after a success, or after a conflict so that the
 * dialog shows the new state.
 */
export function usePlanChange<Input>({ send, done, onDone }: PlanChange<Input>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast(done);
      onDone();
      // The closing dialog still shows the preview of the finished change. Reading it again would be refused.
      await cache.invalidateQueries({ predicate: ({ queryKey: [path] }) => !String(path).endsWith('-preview') });
    },
    onError: async (error) => {
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) await cache.invalidateQueries();
    },
  });
}
