import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getDriverStats } from '../../../contract/drivers.ts';
import { messageOf } from '../../api/api-error.ts';
import { read } from '../../api/query-client.ts';
import { historyFilterOf } from '../../pickups/history/filters.ts';
import { type HistoryPage, historyHead, mergeHistory, refreshMs } from '../../pickups/history/pages.ts';
import { Page } from '../../shell/page.tsx';
import { MoreWhenNear } from '../../ui/list/more-when-near.tsx';
import { loadNextPage } from '../../ui/list/next-page.ts';
import { SkeletonList } from '../../ui/list/skeleton-list.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { HistoryDays } from './days-list.tsx';
import { savedHistoryPages } from './saved-pages.ts';
import { HistorySummary } from './summary.tsx';

const completed = historyFilterOf('completed');

/** The driver's completed pickups by day (DRIVER-19). */
export default function DriverHistoryPage() {
  return (
    <Page title="Pickup History">
      <CompletedPickups />
    </Page>
  );
}

/** The server returns only the driver's own pickups. */
function CompletedPickups() {
  const query = useInfiniteQuery(savedHistoryPages);
  const { data, isLoading, isFetching, error, refetch } = query;
  if (isLoading) return <SkeletonList label="Loading your history" rows={4} rowClassName="h-32" />;
  if (!data) {
    return (
      <LoadError
        title="Your history could not be loaded"
        message={messageOf(error, 'Please try again.')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }

  return (
    <>
      <Loaded pages={data.pages} readAt={query.dataUpdatedAt} hasMore={query.hasNextPage} />
      {query.hasNextPage && (
        <MoreWhenNear
          pagesShown={data.pages.length}
          busy={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={() => void loadNextPage(query, 'More pickups could not be loaded.')}
          // Nobody has asked: without network it fails in silence, and the button stays.
          onNear={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}

interface LoadedProps {
  pages: readonly HistoryPage[];
  readAt: number;
  hasMore: boolean;
}

function Loaded({ pages, readAt, hasMore }: LoadedProps) {
  const { data: head = pages[0] as HistoryPage } = useQuery(historyHead(completed, pages, readAt));
  const pickups = mergeHistory(head, pages);
  const { data: stats } = useQuery({ ...read(getDriverStats), refetchOnMount: 'always', refetchInterval: refreshMs });
  return (
    <div className="space-y-6">
      <HistorySummary total={head.total} pickups={pickups} hasMore={hasMore} completedBags={stats?.completedBags} />
      <HistoryDays pickups={pickups} hasMore={hasMore} />
    </div>
  );
}
