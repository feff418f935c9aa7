import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getBillingSummary, listBillingHistory, listUnspentPayments } from '../../../contract/payments.ts';
import { getPlanCredit } from '../../../contract/plan/credit.ts';
import { getPlan } from '../../../contract/plan/page.ts';
import { getSubscription } from '../../../contract/subscriptions.ts';
import { readListPage } from '../../api/list-page.ts';
import { read } from '../../api/query-client.ts';

/** How often the subscription is refetched (TIME-6). */
const subscriptionMs = 25_000;
/** Billing shows the latest 5 transactions (BILL-4). */
const latestTransactions = 5;
/** The page size of "Show earlier", which reaches every receipt. */
const earlierTransactions = 20;
/** One more pickup than this is fetched, to know whether there are more. */
export const mostUnpaidShown = 5;

const finalStatuses = { status: 'succeeded,failed' };
const transactionPages = infiniteQueryOptions({
  queryKey: [listBillingHistory.path, finalStatuses, 'pages'],
  initialPageParam: '',
  queryFn: ({ pageParam: cursor, signal }) => {
    const limit = cursor === '' ? latestTransactions : earlierTransactions;
    return readListPage(listBillingHistory, { ...finalStatuses, limit, cursor }, signal);
  },
  getNextPageParam: (page) => page.next,
});
const unpaidList = read(listBillingHistory, { query: { status: 'pending', limit: String(mostUnpaidShown + 1) } });

export type Billing = ReturnType<typeof useBilling>;

/** How often the card is refetched while the payment provider doesn't respond. */
const cardRetryMs = 15_000;

/** Loads the card that the plan is charged to, as on the plan's page. It arrives later than the other parts. */
function usePlanCard() {
  return useQuery({
    ...read(getPlan),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => state.data?.isProviderUnavailable === true && cardRetryMs,
  });
}

/**
 * Loads the six parts of the page and the card. Each part fails and recovers independently. All are refetched on mount,
 * because the customer may have bought something.
 */
export function useBilling() {
  const summary = useQuery({ ...read(getBillingSummary), refetchOnMount: 'always' });
  const subscription = useQuery({
    ...read(getSubscription),
    refetchOnMount: 'always',
    refetchInterval: subscriptionMs,
  });
  const credit = useQuery({ ...read(getPlanCredit), refetchOnMount: 'always' });
  const unpaid = useQuery({ ...unpaidList, refetchOnMount: 'always' });
  const unspent = useQuery({ ...read(listUnspentPayments), refetchOnMount: 'always' });
  const transactions = useInfiniteQuery({ ...transactionPages, refetchOnMount: 'always' });

  const main = [summary, subscription, unpaid, unspent, transactions];
  const parts = [...main, credit];
  const plan = usePlanCard();
  return {
    ...{ summary, subscription, credit, unpaid, unspent, transactions, plan },
    /**
     * True if at least one part is still loading. The page waits for all parts, so that the layout doesn't jump. It
     * doesn't wait for the plan's card, which has reserved space, because the payment provider may be slow.
     */
    isPending: parts.some((part) => !part.isFetched),
    /** True if every part failed to load, not counting the plan credit, which most customers don't have. */
    hasFailed: main.every((part) => part.isFetched && part.data === undefined),
    isFetching: parts.some((part) => part.isFetching),
    retryAll: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
