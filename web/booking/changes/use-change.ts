import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getChangeOptions } from '../../../contract/booking/changes.ts';
import { read } from '../../api/query-client.ts';
import { type ToastMessage, toast } from '../../ui/toast/toast.ts';
import { isConflict } from './words.ts';

/** Loads the changes that are possible now, and refetches them whenever a dialog opens. */
export function useChangeOptions(id: string, isOpen: boolean) {
  return useQuery({ ...read(getChangeOptions, { params: { id } }), staleTime: 0, enabled: isOpen });
}
export type ChangeOptionsQuery = ReturnType<typeof useChangeOptions>;

/** Sends a change. After a conflict, refetches the options, so that the dialog shows the new state. */
export function useChange<Input>(
  options: ChangeOptionsQuery,
  { send, done, onDone }: { send: (input: Input) => Promise<unknown>; done: ToastMessage; onDone: () => void },
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      toast(done);
      onDone();
      // Refreshes lists, counts, billing and the pickup's own page.
      await cache.invalidateQueries();
    },
    onError: async (error) => {
      if (isConflict(error)) await options.refetch();
    },
  });
}
