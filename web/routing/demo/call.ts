import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createDemoData } from '../../../contract/demo.ts';
import { messageOf } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refreshAdmin } from '../../api/refresh-admin.ts';
import { toast } from '../../ui/toast/toast.ts';
import { demoToast } from './words.ts';

/** Makes the sample customers and pickups. Goes on, and says how it ended, though somebody walks to another screen. */
export function useDemoData() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(createDemoData),
    onSuccess: ({ data }) => toast(demoToast(data)),
    onError: (error) =>
      toast({
        title: 'Demo Creation Failed',
        description: messageOf(error, 'The demo data could not be created. Please try again.'),
        variant: 'destructive',
      }),
    onSettled: () => void refreshAdmin(cache),
  });
}
