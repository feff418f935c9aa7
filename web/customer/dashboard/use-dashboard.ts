import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getMe } from '../../../contract/accounts.ts';
import { listUnspentPayments } from '../../../contract/payments.ts';
import { countMyPickups, listPickups } from '../../../contract/pickups/lists.ts';
import type { Pickup } from '../../../contract/pickups.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { read } from '../../api/query-client.ts';
import { toastFailure } from '../../ui/toast/toast.ts';

// Polling intervals (HOME-9).
const pickupsMs = 20_000;
const subscriptionMs = 25_000;
const meMs = 30_000;

const upcomingList = read(listPickups, { query: { status: 'pending,assigned', sort: 'oldest', limit: '1' } });
// Sorted by scheduled date, but an overdue pickup may have been completed last, so more than three are fetched.
const completedList = read(listPickups, { query: { status: 'completed', limit: '10' } });

/** Loads the dashboard's data. The server counts the pickups, and only the first few of each list are fetched. */
export function useDashboard() {
  const me = useQuery({ ...read(getMe), refetchInterval: meMs });
  const counts = useQuery({ ...read(countMyPickups), refetchInterval: pickupsMs });
  const upcoming = useQuery({ ...upcomingList, refetchInterval: pickupsMs });
  const completed = useQuery({ ...completedList, refetchInterval: pickupsMs });
  const subscription = useQuery({ ...read(getSubscription), refetchInterval: subscriptionMs });
  const unspent = useQuery({ ...read(listUnspentPayments), refetchOnMount: 'always' });
  const [isRefreshing, setIsRefreshing] = useState(false);

  const shown = [counts, upcoming, completed, subscription];
  const refresh = async () => {
    setIsRefreshing(true);
    const results = await Promise.all([me, unspent, ...shown].map((query) => query.refetch()));
    setIsRefreshing(false);
    const failed = results.find((result) => result.isError);
    if (failed) toastFailure(failed.error, tryAgain);
  };
  return {
    ...{ me, counts, upcoming, completed, subscription, unspent },
    /**
     * True while a part is loading for the first time. The page waits for all parts, so that its layout does not jump.
     */
    isPending: [...shown, unspent].some((query) => !query.isFetched),
    /** True if nothing could be loaded. */
    hasFailed: shown.every((query) => query.data === undefined),
    isRefreshing,
    refresh,
  };
}

const tryAgain = "We couldn't refresh your dashboard. Please try again.";

const maxShown = 3;

/** Returns the three most recently completed pickups, latest first (HOME-6). */
export function latestCompleted(pickups: readonly Pickup[]): Pickup[] {
  const doneAt = ({ completedAt, scheduledDate }: Pickup) => completedAt ?? scheduledDate ?? '';
  return [...pickups].sort((a, b) => doneAt(b).localeCompare(doneAt(a))).slice(0, maxShown);
}
