import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Notification } from '../../contract/notifications.ts';
import { ownAddressOf } from '../api/own-address.ts';
import { classNames } from '../ui/class-names.ts';
import { timeAgo } from './time-ago.ts';

interface NotificationRowProps {
  notification: Notification;
  onRead: (id: string) => void;
  onClose: () => void;
}

/** One notification. Pressing it marks it read and, where it has an address, goes there. */
export function NotificationRow({ notification, onRead, onClose }: NotificationRowProps) {
  const { id, isRead, actionUrl } = notification;
  const row = useRef<HTMLLIElement>(null);
  const address = ownAddressOf(actionUrl);
  const markRead = () => {
    if (!isRead) onRead(id);
  };
  const follow = () => {
    markRead();
    onClose();
  };
  const markReadHere = () => {
    markRead();
    // The button goes with what it did; who is at the keyboard goes on from this row.
    row.current?.focus({ preventScroll: true });
  };
  const content = <Words notification={notification} />;
  return (
    <li ref={row} tabIndex={-1}>
      {address ? (
        <Link {...address} onClick={follow} className={classNames(look, 'hover:bg-step')}>
          {content}
        </Link>
      ) : isRead ? (
        <div className={look}>{content}</div>
      ) : (
        <button type="button" onClick={markReadHere} className={classNames(look, 'hover:bg-step')}>
          {content}
        </button>
      )}
    </li>
  );
}

const look = 'flex w-full gap-3 rounded-control px-2 py-3 text-left transition-colors';

function Words({ notification: { title, message, isRead, createdAt } }: { notification: Notification }) {
  return (
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
}
