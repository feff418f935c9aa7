import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { listNotifications } from '../../contract/notifications.ts';
import { read } from '../api/query-client.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { NotificationList } from './notification-list.tsx';

const pollEveryMs = 60_000;

/** The bell with the number of unread notifications, and the panel that it opens. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const [isUpToDate, setIsUpToDate] = useState(false);
  const { data, isError, refetch } = useQuery({ ...read(listNotifications), refetchInterval: pollEveryMs });
  const unread = data?.unread ?? 0;
  const openPanel = async () => {
    setIsUpToDate(false);
    setOpen(true);
    await refetch();
    setIsUpToDate(true);
  };
  return (
    <>
      <IconButton
        label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={openPanel}
      >
        <Bell className="size-6" aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-brick ring-2 ring-marble px-1 text-center font-semibold text-[0.6875rem] text-paper leading-4.5"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </IconButton>
      <Dialog placement="drawer" open={open} onOpenChange={setOpen} title="Notifications">
        <NotificationList
          data={data}
          failed={isError}
          isHeld={isUpToDate}
          onRetry={() => void refetch()}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
