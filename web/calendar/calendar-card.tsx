import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarPlus, Copy } from 'lucide-react';
import { useId } from 'react';
import { getCalendarFeed, removeCalendarFeed, replaceCalendarFeed } from '../../contract/pickups/calendar.ts';
import { dateKeyOf, formatDateKey } from '../../contract/values/time/dates.ts';
import { call } from '../api/call.ts';
import { queryClient, read } from '../api/query-client.ts';
import { Button } from '../ui/button/button.tsx';
import { buttonClass } from '../ui/button/button-class.ts';
import { LoadError, retryOf } from '../ui/load-error.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TitledCard } from '../ui/titled-card.tsx';
import { toast, toastFailure } from '../ui/toast/toast.ts';

const query = read(getCalendarFeed);
const tryAgain = 'Please try again.';

/**
 * The card of a private link from which a calendar app reads the pickups (CAL-1). The link is shown once, when it is
 * made.
 */
export function CalendarCard() {
  const feed = useQuery({ ...query, staleTime: 0 });
  const replace = useMutation({
    mutationFn: () => call(replaceCalendarFeed),
    onSuccess: ({ createdAt }) => queryClient.setQueryData(query.queryKey, { createdAt }),
    onError: (error) => toastFailure(error, `We couldn't make the link. ${tryAgain}`, 'Not Added'),
  });
  const remove = useMutation({
    mutationFn: () => call(removeCalendarFeed),
    onSuccess: (off) => {
      queryClient.setQueryData(query.queryKey, off);
      replace.reset();
      toast({ title: 'Calendar Link Turned Off', description: 'You can now remove the calendar from your app.' });
    },
    onError: (error) => toastFailure(error, `We couldn't turn the link off. ${tryAgain}`, 'Still On'),
  });
  const createdAt = feed.data?.createdAt;
  return (
    <TitledCard id="settings-calendar" title="Calendar">
      <p className="mt-1 text-soft">
        See your pickups in your own calendar. Calendar apps check for changes on their own schedule. Google can take up
        to a day.
      </p>
      {feed.isError && !feed.data && <LoadError title="We couldn't load this" {...retryOf(feed)} />}
      {feed.isPending && <Skeleton className="mt-3 h-12 rounded-control" />}
      {replace.data && <NewLink url={replace.data.url} />}
      {createdAt && !replace.data && (
        <p className="mt-3">
          {`Your link was made on ${formatDateKey(dateKeyOf(new Date(createdAt)))}. For your privacy, we can't show it again.`}
        </p>
      )}
      {feed.data && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            variant={createdAt ? 'outline' : 'primary'}
            size="sm"
            busy={replace.isPending}
            onClick={() => replace.mutate()}
          >
            {createdAt ? 'Replace link' : 'Add to calendar'}
          </Button>
          {createdAt && (
            <Button variant="quiet" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
              Turn off
            </Button>
          )}
        </div>
      )}
      {createdAt && <p className="mt-2 text-soft">If you replace the link, the old one stops working.</p>}
    </TitledCard>
  );
}

function NewLink({ url }: { url: string }) {
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: 'Copied', description: 'Your calendar link is on the clipboard.' });
    } catch {
      toast({ title: "We couldn't copy the link", description: 'Please select and copy it yourself.' });
    }
  };
  return (
    <div role="status" className="mt-3 rounded-control bg-azure-wash p-3">
      <p className="font-semibold">Your calendar link is ready. It's shown only this once.</p>
      <label htmlFor={id} className="mt-2 block text-[0.9375rem] text-soft">
        Anyone with this link can see your pickups, so keep it to yourself.
      </label>
      <input
        id={id}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        className="mt-1 min-h-11 w-full rounded-control border border-line bg-paper px-3 text-[0.9375rem]"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass('primary', 'sm')}>
          <CalendarPlus className="size-4.5" aria-hidden="true" />
          <span>Open in calendar app</span>
        </a>
        <Button variant="outline" size="sm" onClick={() => void copy()}>
          <Copy className="size-4.5" aria-hidden="true" />
          <span>Copy link</span>
        </Button>
      </div>
      <p className="mt-3 text-[0.9375rem] text-soft">
        For Google Calendar, copy the link and add it under “Other calendars”, “From URL”.
      </p>
    </div>
  );
}
