import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getImport, type ImportBatch, type ImportDetails, listImportRows } from '../../contract/import.ts';
import { pathOf } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { refreshAdmin } from '../api/refresh-admin.ts';
import { toastFailure } from '../ui/toast/toast.ts';
import { isWorking } from './words.ts';

const whileWorkingMs = 1_000;
const whileWaitingMs = 5_000;

/** Returns how often a batch is refetched in ms, depending on the work in progress; false if there is none. */
export function refreshMsOf(batch: ImportBatch | undefined): number | false {
  if (!batch) return false;
  if (isWorking(batch.state)) return whileWorkingMs;
  const { located, invitations } = batch;
  const isWaiting = (located && located.done < located.total) || invitations.sent < invitations.invited;
  return isWaiting && batch.state === 'done' ? whileWaitingMs : false;
}

export function useImport(id: string) {
  return useQuery({
    ...read(getImport, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) => refreshMsOf(state.data),
  });
}

/**
 * Sends a change of a batch. The response replaces the batch on screen, and the rows are refetched. The changes of a
 * batch are sent one after the other: of two that are on their way together, the first could arrive last.
 */
export function useImportChange<Input>(
  id: string,
  { send, failure, title }: { send: (input: Input) => Promise<ImportDetails>; failure: string; title: string },
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: send,
    scope: { id: pathOf(getImport, { id }) },
    onSuccess: (details) => cache.setQueryData([pathOf(getImport, { id })], details),
    onError: (error) => {
      toastFailure(error, failure, title);
      void cache.invalidateQueries({ queryKey: [pathOf(getImport, { id })] });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: [pathOf(listImportRows, { id })] });
      void refreshAdmin(cache);
    },
  });
}
