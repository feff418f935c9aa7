import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { useCallback, useContext, useDeferredValue, useRef, useState } from 'react';
import type { CallResult } from '../../contract/endpoint.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type Notification,
} from '../../contract/messages/notifications.ts';
import { call } from '../api/call.ts';
import { read } from '../api/query-client.ts';
import { Button } from '../ui/button/button.tsx';
import { IconButton } from '../ui/button/icon-button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonList } from '../ui/list/skeleton-list.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { toastFailure } from '../ui/toast/toast.ts';
import { BellExtraContext } from './bell-extra.ts';
import { NotificationRow } from './notification-row.tsx';
import { steadyList } from './steady-list.ts';

const pollEveryMs = 60_000;
/** The number of notifications that fit on a tall screen. */
const shownAtFirst = 12;

/** The bell with the number of unread notifications, or the role's own count, and the panel that it opens. */
export function NotificationBell() {
  const { href } = useLocation();
  // The URL where the panel was opened. Following a link of the panel changes the URL, so the panel closes.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === href;
  const [isUpToDate, setIsUpToDate] = useState(false);
  const { data, isError, refetch } = useQuery({ ...read(listNotifications), refetchInterval: pollEveryMs });
  const unread = data?.unread ?? 0;
  const extra = useContext(BellExtraContext);
  const count = extra ? extra.count : unread;
  const counted = extra ? extra.label : unread > 0 ? `${unread} unread` : null;
  const close = useCallback(() => setOpenAt(null), []);
  const openPanel = async () => {
    setIsUpToDate(false);
    setOpenAt(href);
    await refetch();
    setIsUpToDate(true);
  };
  return (
    <>
      <IconButton
        label={counted ? `Notifications, ${counted}` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={openPanel}
      >
        <Bell className="size-6" aria-hidden="true" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-brick ring-2 ring-marble px-1 text-center font-semibold text-[0.6875rem] text-paper leading-4.5"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </IconButton>
      <Dialog
        placement="drawer"
        open={open}
        onOpenChange={(isOpen) => setOpenAt(isOpen ? href : null)}
        title="Notifications"
      >
        {extra && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys press its links
          <section
            aria-labelledby="bell-extra"
            className="mb-4 border-line border-b pb-2"
            // Closes the panel even if the link leads to the current page.
            onClick={({ target }) => target instanceof Element && target.closest('a[href^="/"]') && close()}
          >
            <h3 id="bell-extra" className="text-lg">
              Needs attention
            </h3>
            {extra.panel}
          </section>
        )}
        <NotificationList
          data={data}
          failed={isError}
          isHeld={isUpToDate}
          onRetry={() => void refetch()}
          onClose={close}
        />
      </Dialog>
    </>
  );
}

interface NotificationListProps {
  data: CallResult<typeof listNotifications> | undefined;
  failed: boolean;
  /** True once the panel is up to date. Notifications that arrive later must not move the list. */
  isHeld: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function NotificationList({ data, failed, isHeld, onRetry, onClose }: NotificationListProps) {
  if (!data && failed) {
    return <LoadError title="We couldn't load the notifications" onRetry={onRetry} />;
  }
  if (!data) return <SkeletonList label="Loading notifications" />;
  if (data.notifications.length === 0) {
    return <EmptyState title="No notifications yet">Updates about your pickups will appear here.</EmptyState>;
  }
  return <Listed data={data} isHeld={isHeld} onClose={onClose} />;
}

interface ListedProps extends Pick<NotificationListProps, 'isHeld' | 'onClose'> {
  data: CallResult<typeof listNotifications>;
}

function Listed({ data: { unread, notifications }, isHeld, onClose }: ListedProps) {
  const list = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<readonly Notification[] | null>(null);
  if (isHeld && held === null) setHeld(notifications);
  const { shown, waiting } = steadyList(held, notifications);
  // The panel opens with the rows that fit on a screen. The others render in steps, so that presses are handled in
  // between.
  const drawn = useDeferredValue(shown, shown.slice(0, shownAtFirst));
  const { markRead, markAllRead } = useMarkRead();
  // Both buttons disappear when pressed, so the list takes the focus.
  const showWaiting = () => {
    setHeld(notifications);
    list.current?.focus();
  };
  const readAll = () => {
    setHeld(notifications);
    markAllRead();
    list.current?.focus();
  };
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <div aria-live="polite">
          {waiting > 0 ? (
            <Button variant="quiet" size="sm" className="-ml-4" onClick={showWaiting}>
              {`Show ${waiting} new`}
            </Button>
          ) : (
            <p className="text-soft">{unread === 0 ? 'All read' : `${unread} unread`}</p>
          )}
        </div>
        {unread > 0 && (
          <Button variant="quiet" size="sm" className="-mr-4" onClick={readAll}>
            Mark all read
          </Button>
        )}
      </div>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Notifications"
        className="-mx-2 divide-y divide-line border-line border-t outline-none"
      >
        {drawn.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onRead={markRead} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}

type Listed = CallResult<typeof listNotifications>;
const queryKey = [listNotifications.path];

/** Marks one notification read, or all of them. Updates the list optimistically and then refetches it. */
function useMarkRead() {
  const cache = useQueryClient();
  const showAsRead = async (isTarget: (id: string) => boolean) => {
    await cache.cancelQueries({ queryKey });
    cache.setQueryData<Listed>(queryKey, (listed) => {
      if (!listed) return listed;
      const read = listed.notifications.filter((entry) => !entry.isRead && isTarget(entry.id)).length;
      return {
        unread: Math.max(0, listed.unread - read),
        notifications: listed.notifications.map((entry) => (isTarget(entry.id) ? { ...entry, isRead: true } : entry)),
      };
    });
  };
  const onSettled = () => cache.invalidateQueries({ queryKey });
  const onError = (error: Error) => toastFailure(error, "We couldn't mark this as read. Please try again.");
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
