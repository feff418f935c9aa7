import { useMutation, useQueryClient } from '@tanstack/react-query';
import { completeBulk, getDriverRoute, getFullRoute } from '../../contract/drivers.ts';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast.ts';
import { completionToast } from './completion-toast.ts';

/** Completes stops of the driver, one or many. It is done when both of the driver's queries have been read again. */
export function useCompleteStops() {
  const cache = useQueryClient();
  return useMutation({
    // Without network it fails at once and says so, instead of waiting unseen.
    networkMode: 'always',
    mutationFn: (pickupIds: readonly string[]) => call(completeBulk, { body: { pickupIds: [...pickupIds] } }),
    onSuccess: (completion) => {
      toast(completionToast(completion));
      return Promise.all([
        cache.invalidateQueries({ queryKey: [getDriverRoute.path] }),
        cache.invalidateQueries({ queryKey: [getFullRoute.path] }),
      ]);
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to complete pickups. Please try again.',
        variant: 'destructive',
      }),
  });
}
