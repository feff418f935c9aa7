import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallResult } from '../../contract/endpoint.ts';
import { listNotifications, markAllNotificationsRead, markNotificationRead } from '../../contract/notifications.ts';
import { messageOf } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { toast } from '../ui/toast/toast.ts';

type Listed = CallResult<typeof listNotifications>;
const queryKey = [listNotifications.path];

/** Marks one notification read, or all of them; shown at once, corrected by the next read. */
export function useMarkRead() {
  const cache = useQueryClient();
  const showAsRead = async (isMeant: (id: string) => boolean) => {
    await cache.cancelQueries({ queryKey });
    cache.setQueryData<Listed>(queryKey, (listed) => {
      if (!listed) return listed;
      const read = listed.notifications.filter((entry) => !entry.isRead && isMeant(entry.id)).length;
      return {
        unread: Math.max(0, listed.unread - read),
        notifications: listed.notifications.map((entry) => (isMeant(entry.id) ? { ...entry, isRead: true } : entry)),
      };
    });
  };
  const onSettled = () => cache.invalidateQueries({ queryKey });
  const onError = (error: Error) =>
    toast({
      title: 'Error',
      description: messageOf(error, 'It stays unread. Please try again.'),
      variant: 'destructive',
    });
  const one = useMutation({
    mutationFn: (id: string) => call(markNotificationRead, { params: { id } }),
    onMutate: (id) => showAsRead((listed) => listed === id),
    onError,
    onSettled,
  });
  const all = useMutation({
    mutationFn: () => call(markAllNotificationsRead),
    onMutate: () => showAsRead(() => true),
    onError,
    onSettled,
  });
  return { markRead: one.mutate, markAllRead: all.mutate };
}
