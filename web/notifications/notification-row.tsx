import { Link } from '@tanstack/react-router';
import { memo, useRef } from 'react';
import type { Notification } from '../../contract/messages/notifications.ts';
import { ownAddressOf } from '../api/search-params.ts';
import { serverNow } from '../api/server-clock.ts';
import { classNames } from '../ui/class-names.ts';

interface NotificationRowProps {
  notification: Notification;
  onRead: (id: string) => void;
  onClose: () => void;
}

/** One notification. Pressing it marks it read and opens its link, if it has one. */
export const NotificationRow = memo(function NotificationRow(props: NotificationRowProps) {
  const { notification, onRead, onClose } = props;
  const { id, isRead, actionUrl } = notification;
  const row = useRef<HTMLLIElement>(null);
  const address = ownAddressOf(actionUrl);
  const markRead = () => {
    if (!isRead) onRead(id);
  };
  const openLink = () => {
    markRead();
    onClose();
  };
  const markReadHere = () => {
    markRead();
    // The button disappears, so move the keyboard focus to the row.
    row.current?.focus({ preventScroll: true });
  };
  const content = <Words notification={notification} />;
  return (
    <li ref={row} tabIndex={-1} className="[contain-intrinsic-size:auto_5rem] [content-visibility:auto]">
      {address ? (
        <Link {...address} onClick={openLink} className={classNames(look, 'hover:bg-step')}>
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
});

const look = 'flex w-full gap-3 rounded-control px-2 py-3 text-left transition-colors';

function Words({ notification: { title, message, isRead, createdAt } }: { notification: Notification }) {
  return (
    <>
      <span className={classNames('mt-2 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-brick')} />
      <span className="min-w-0">
        <span className={classNames('block break-words', !isRead && 'font-semibold')}>
          {!isRead && <span className="sr-only">Unread: </span>}
          <span>{title}</span>
        </span>
        <span className="block break-words text-soft">{message}</span>
        <time dateTime={createdAt} className="mt-0.5 block text-sm text-soft">
          {timeAgo(createdAt, serverNow())}
        </time>
      </span>
    </>
  );
}

const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** Returns how long ago an instant was: "just now", "5 minutes ago", "yesterday". */
export function timeAgo(instant: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - new Date(instant).getTime()) / 1000);
  const step = steps.find(([, length]) => seconds >= length);
  return step ? words.format(-Math.floor(seconds / step[1]), step[0]) : 'just now';
}
