import { Link } from '@tanstack/react-router';
import type { Notification } from '../../contract/notifications.ts';
import { classNames } from '../ui/class-names.ts';
import { timeAgo } from './time-ago.ts';

interface NotificationRowProps {
  notification: Notification;
  onRead: (id: string) => void;
  onClose: () => void;
}

/** One notification. Pressing it marks it read and, where it has an address, goes there. */
export function NotificationRow({ notification, onRead, onClose }: NotificationRowProps) {
  const { id, title, message, isRead, actionUrl, createdAt } = notification;
  const content = (
    <>
      <span className={classNames('mt-2 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-brick')} />
      <span className="min-w-0">
        <span className={classNames('block break-words', !isRead && 'font-semibold')}>
          {!isRead && <span className="sr-only">Unread: </span>}
          {title}
        </span>
        <span className="block break-words text-soft">{message}</span>
        <time dateTime={createdAt} className="mt-0.5 block text-sm text-soft">
          {timeAgo(createdAt, new Date())}
        </time>
      </span>
    </>
  );
  const className = 'flex w-full gap-3 rounded-control px-2 py-3 text-left transition-colors';
  const markRead = () => {
    if (!isRead) onRead(id);
  };
  // Only a path of this app: a notification must not be able to lead elsewhere.
  if (actionUrl && /^\/(?![/\\])/.test(actionUrl)) {
    return (
      <Link
        to={actionUrl}
        onClick={() => {
          markRead();
          onClose();
        }}
        className={classNames(className, 'hover:bg-step')}
      >
        {content}
      </Link>
    );
  }
  return isRead ? (
    <div className={className}>{content}</div>
  ) : (
    <button type="button" onClick={markRead} className={classNames(className, 'hover:bg-step')}>
      {content}
    </button>
  );
}
