import type { CallResult } from '../../contract/endpoint.ts';
import type { listNotifications } from '../../contract/notifications.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonList } from '../ui/skeleton-list.tsx';
import { NotificationRow } from './notification-row.tsx';
import { useMarkRead } from './use-mark-read.ts';

interface NotificationListProps {
  data: CallResult<typeof listNotifications> | undefined;
  failed: boolean;
  onRetry: () => void;
  onClose: () => void;
}

/** The panel behind the bell: the latest notifications, newest first. */
export function NotificationList({ data, failed, onRetry, onClose }: NotificationListProps) {
  const { markRead, markAllRead } = useMarkRead();
  if (!data && failed) {
    return (
      <EmptyState title="Notifications could not be loaded" action={<Button onClick={onRetry}>Try again</Button>} />
    );
  }
  if (!data) return <SkeletonList label="Loading notifications" />;
  if (data.notifications.length === 0) {
    return <EmptyState title="No notifications yet">News about your pickups will appear here.</EmptyState>;
  }
  return (
    <>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <p className="text-soft">{data.unread === 0 ? 'All read' : `${data.unread} unread`}</p>
        {data.unread > 0 && (
          <Button variant="quiet" size="sm" className="-mr-4" onClick={() => markAllRead()}>
            Mark all read
          </Button>
        )}
      </div>
      <ul className="-mx-2 divide-y divide-line border-line border-t">
        {data.notifications.map((notification) => (
          <li key={notification.id}>
            <NotificationRow notification={notification} onRead={markRead} onClose={onClose} />
          </li>
        ))}
      </ul>
    </>
  );
}
