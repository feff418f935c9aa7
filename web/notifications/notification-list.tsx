import { useRef, useState } from 'react';
import type { CallResult } from '../../contract/endpoint.ts';
import type { listNotifications, Notification } from '../../contract/notifications.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonList } from '../ui/list/skeleton-list.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { NotificationRow } from './notification-row.tsx';
import { steadyList } from './steady-list.ts';
import { useMarkRead } from './use-mark-read.ts';

interface NotificationListProps {
  data: CallResult<typeof listNotifications> | undefined;
  failed: boolean;
  /** The panel is up to date: what comes from now on must not move what is being read. */
  isHeld: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** The panel behind the bell: the latest notifications, newest first. */
export function NotificationList({ data, failed, isHeld, onRetry, onClose }: NotificationListProps) {
  if (!data && failed) {
    return <LoadError title="Notifications could not be loaded" onRetry={onRetry} />;
  }
  if (!data) return <SkeletonList label="Loading notifications" />;
  if (data.notifications.length === 0) {
    return <EmptyState title="No notifications yet">News about your pickups will appear here.</EmptyState>;
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
  const { markRead, markAllRead } = useMarkRead();
  // Each of the two buttons goes with what it did: the list takes the focus over.
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
              Show {waiting} new
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
        {shown.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} onRead={markRead} onClose={onClose} />
        ))}
      </ul>
    </>
  );
}
