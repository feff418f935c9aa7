import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getBillingSummary, listBillingHistory } from '../../../contract/payments.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { readListPage } from '../../api/list-page.ts';
import { read } from '../../api/query-client.ts';

/** TIME-6. */
const subscriptionMs = 25_000;
/** Billing shows the latest 5 transactions (BILL-4). */
const latestTransactions = 5;
/** How many earlier ones a press brings: every receipt can be reached. */
const earlierTransactions = 20;
/** Five are shown, a sixth says that there are more. */
export const mostUnpaidShown = 5;

const booked = { status: 'succeeded,failed' };
const transactionPages = infiniteQueryOptions({
  queryKey: [listBillingHistory.path, booked, 'pages'],
  initialPageParam: '',
  queryFn: ({ pageParam: cursor, signal }) => {
    const limit = cursor === '' ? latestTransactions : earlierTransactions;
    return readListPage(listBillingHistory, { ...booked, limit, cursor }, signal);
  },
  getNextPageParam: (page) => page.next,
});
const unpaidList = read(listBillingHistory, { query: { status: 'pending', limit: String(mostUnpaidShown + 1) } });

/**
 * Everything that the billing page shows, in four parts that fail and recover apart. What is shown from an earlier visit is
 * read again at once: something may have been bought since.
 */
export function useBilling() {
  const summary = useQuery({ ...read(getBillingSummary), refetchOnMount: 'always' });
  const subscription = useQuery({
    ...read(getSubscription),
    refetchOnMount: 'always',
    refetchInterval: subscriptionMs,
  });
  const unpaid = useQuery({ ...unpaidList, refetchOnMount: 'always' });
  const transactions = useInfiniteQuery({ ...transactionPages, refetchOnMount: 'always' });

  const parts = [summary, subscription, unpaid, transactions];
  return {
    summary,
    subscription,
    unpaid,
    transactions,
    /** One of them has not answered at all yet: the page waits for it, so that nothing jumps. */
    isPending: parts.some((part) => !part.isFetched),
    isLost: parts.every((part) => part.isFetched && part.data === undefined),
    isFetching: parts.some((part) => part.isFetching),
    retryAll: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
