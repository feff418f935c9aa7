import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMe } from '../../../contract/accounts.ts';
import { countMyPickups, listPickups } from '../../../contract/pickups.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { toast } from '../../ui/toast/toast.ts';

// How often each is read again (HOME-9).
const pickupsMs = 20_000;
const subscriptionMs = 25_000;
const meMs = 30_000;

const upcomingList = read(listPickups, { query: { status: 'pending,assigned', sort: 'oldest', limit: '1' } });
// The list is in the order of the days they were booked for; a late one may have been completed last.
const completedList = read(listPickups, { query: { status: 'completed', limit: '10' } });

/** Everything that the dashboard shows. Counts come counted, and of the lists no more than their first few. */
export function useDashboard() {
  const me = useQuery({ ...read(getMe), refetchInterval: meMs });
  const counts = useQuery({ ...read(countMyPickups), refetchInterval: pickupsMs });
  const upcoming = useQuery({ ...upcomingList, refetchInterval: pickupsMs });
  const completed = useQuery({ ...completedList, refetchInterval: pickupsMs });
  const subscription = useQuery({ ...read(getSubscription), refetchInterval: subscriptionMs });
  const [isRefreshing, setIsRefreshing] = useState(false);

  const shown = [counts, upcoming, completed, subscription];
  const refresh = async () => {
    setIsRefreshing(true);
    const answers = await Promise.all([me, ...shown].map((query) => query.refetch()));
    setIsRefreshing(false);
    const failed = answers.find((answer) => answer.isError);
    if (failed) toast({ title: 'Error', description: messageOf(failed.error, tryAgain), variant: 'destructive' });
  };
  return {
    me,
    counts,
    upcoming,
    completed,
    subscription,
    /**
     * Something is still on its way for the very first time: the page waits for it, so that nothing jumps. Not again for
     * a part that failed and is tried anew: that concerns nobody but itself.
     */
    isPending: shown.some((query) => !query.isFetched),
    /** Nothing at all could be read. */
    isLost: shown.every((query) => query.data === undefined),
    isRefreshing,
    refresh,
  };
}

const tryAgain = 'Your dashboard could not be refreshed. Please try again.';
